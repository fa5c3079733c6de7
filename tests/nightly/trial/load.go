// SPDX-License-Identifier: GPL-2.0-or-later

// Goroutines at one lock, threads that end with theirs, processes.
package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

var mutex sync.Mutex
var sum int

func work(rounds int) {
	for i := 0; i < rounds; i++ {
		mutex.Lock()
		sum += i
		mutex.Unlock()
	}
}

func main() {
	fmt.Println("ready")
	for {
		var all sync.WaitGroup
		for i := 0; i < 16; i++ {
			all.Add(1)
			go func() {
				defer all.Done()
				runtime.LockOSThread() // the thread ends with it
				work(20000)
			}()
		}
		if err := exec.Command("true").Run(); err != nil {
			panic(err)
		}
		all.Wait()
		time.Sleep(20 * time.Millisecond)
	}
}
