# SPDX-License-Identifier: GPL-2.0-or-later
"""validate.py valid|refused SCHEMA FILE...: whether the schema accepts, or refuses, every file."""

import json
import sys

import jsonschema

wanted, schema, *names = sys.argv[1:]
known = set()


def properties(validator, kinds, row, schema):
    """As jsonschema's, which takes most of the time; a member that was valid once is so in any row."""
    for name, value in row.items() if isinstance(row, dict) else ():
        seen = None if isinstance(value, (dict, list)) else (id(kinds), name, type(value), value)
        if name not in kinds or seen in known:
            continue
        errors = list(validator.descend(value, kinds[name], path=name, schema_path=name))
        yield from errors
        if seen and not errors:
            known.add(seen)


Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"properties": properties})
with open(schema, encoding="utf-8") as file:
    validator = Validator(json.load(file))
good = bool(names)
for name in names:
    with open(name, encoding="utf-8") as file:
        error = next(validator.iter_errors(json.load(file)), None)
    if (error is None) == (wanted == "valid"):
        continue
    good = False
    if error is None:
        print(f"{name}: is valid")
        continue
    print(f"{name}: {error.json_path}: {error.message[:300]}")
    for detail in sorted(error.context, key=lambda each: -len(each.absolute_path))[:3]:
        print(f"    {detail.json_path}: {detail.message[:300]}")
sys.exit(not good)
