// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/** A pool at one lock, threads that come and go, garbage and processes. */
class Load {
    static long sum;

    static synchronized void add(long value) {
        sum += value;
    }

    static void work(int rounds) {
        List<String> garbage = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            garbage.add("value " + i);
            add(garbage.size());
        }
    }

    public static void main(String[] arguments) throws Exception {
        var pool = Executors.newFixedThreadPool(16);
        System.out.println("ready");
        while (true) {
            for (int i = 0; i < 16; i++)
                pool.submit(() -> work(2000));
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 8; i++)
                threads.add(new Thread(() -> work(5000), "short-" + i));
            for (var thread : threads)
                thread.start();
            new ProcessBuilder("true").start().waitFor();
            for (var thread : threads)
                thread.join();
            Thread.sleep(20);
        }
    }
}
