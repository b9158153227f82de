#!/usr/bin/env bash
# Kills a training run with SIGKILL again and again, resumes it each time, and
# proves that nothing was lost. After every kill the checkpoint, which exists from
# the first save on, loads and translates. At the end the script compares the run
# with a run that was never killed: the checkpoint's bytes, the arrays of the
# state (weights, Adam's moments, moving average, snapshots) and the curves of the
# log (last value of each update) must be equal. The run has most of the parts of
# a state: two threads, sub-word sampling, all dropouts, accumulation, a moving
# average, the mean of snapshots.
#
#   tests/kill_resume.sh [--kills N] [--seed N] [--updates N] [--keep DIR]
#
# Defaults: 50 kills, seed 1 (of the times between kills), 200 updates, a
# temporary directory. Programs: INTERPRES_BUILD_DIR, default build/release.

set -euo pipefail
cd "$(dirname "$0")/.."
readonly TRAIN=${INTERPRES_BUILD_DIR:-build/release}/bin/interpres-train

kills=50
seed=1
updates=200
scratch=
while [[ $# -gt 0 ]]; do
  case $1 in
    --kills) kills=${2-} ;;
    --seed) seed=${2-} ;;
    --updates) updates=${2-} ;;
    --keep) scratch=${2-} ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift 2 || { echo "kill_resume.sh: $1 needs a value" >&2; exit 2; }
done

done_kills=0
fail() {  # message, file to show
  echo "FAILED: $1 (after $done_kills kills)" >&2
  tail -n 5 "$2" >&2
  exit 1
}

run=
cleanup() {
  if [[ -n $run ]]; then kill -9 "$run" 2>/dev/null || true; fi
  if [[ -n ${remove:-} ]]; then rm -rf "$remove"; fi
}
trap cleanup EXIT
if [[ -z $scratch ]]; then
  scratch=$(mktemp -d)
  remove=$scratch
fi
mkdir -p "$scratch"
rm -rf "${scratch:?}"/{whole,killed}{,.state,.tmp,.unscored,.unscored.tmp}

python3 - "$scratch" <<'PYTHON'
import itertools
import sys
nouns = [("the dog", "el perro"), ("the cat", "el gato"),
         ("the teacher", "el maestro"), ("my friend", "mi amigo"),
         ("the old baker", "el viejo panadero")]
verbs = [("sees", "ve"), ("hears", "oye"), ("looks for", "busca"),
         ("finds", "encuentra")]
objects = [("a house", "una casa"), ("the river", "el río"),
           ("two trees", "dos árboles"), ("a red boat", "un barco rojo"),
           ("the music", "la música")]
pairs = [tuple(" ".join(words).capitalize() + "." for words in zip(*parts))
         for parts in itertools.product(nouns, verbs, objects)]
for side, code in enumerate(("en", "es")):
    for name, part in (("train", pairs), ("dev", pairs[::9])):
        with open(f"{sys.argv[1]}/{name}.{code}", "w", encoding="utf-8") as out:
            out.writelines(pair[side] + "\n" for pair in part)
PYTHON

# Replaces the shell, so that a signal to a background job is one to the program.
# The windows of the log and of the validations end between saves, too.
train() {  # output, more flags...
  local output=$1
  shift
  exec "$TRAIN" train \
    --train-source "$scratch/train.en" --train-target "$scratch/train.es" \
    --dev-source "$scratch/dev.en" --dev-target "$scratch/dev.es" \
    --source-language en --target-language es --bidirectional \
    --vocab-size 72 --no-byte-fallback --subword-sampling 0.2 \
    --d-model 32 --ffn 64 --heads 4 --encoder-layers 2 --decoder-layers 2 --max-tokens 64 --max-positions 64 \
    --batch-tokens 128 --accumulate 2 --learning-rate 2e-3 --warmup 50 \
    --dropout 0.2 --attention-dropout 0.1 --ffn-dropout 0.1 --ema 0.99 \
    --average-last 3 --type f32 --threads 2 --shards 4 \
    --max-updates "$updates" --save-every 20 --log-every 7 \
    --validate-every 15 --bleu-sentences 4 \
    --output "$output" "$@"
}

# "event update [direction] name value" of each curve, the last value of each
# update, without what depends on the clock.
curves() {  # log
  python3 - "$1" <<'PYTHON'
import json
import sys
last = {}
for line in open(sys.argv[1], encoding="utf-8"):
    try:
        record = json.loads(line)
    except ValueError:
        continue  # cut short by a kill
    event = record.pop("event")
    if event == "spelling":
        continue  # every start writes it
    update = record.pop("update")
    direction = record.pop("direction", "")
    for name in ("seconds", "tokens_per_second", "settings", "facts",
                 "defaults"):
        record.pop(name, None)
    for name, value in record.items():
        last[event, update, direction, name] = value
for key in sorted(last):
    print(*key, repr(last[key]))
PYTHON
}

# What each file of a state directory holds, without the time of training.
states() {  # directory
  python3 - "$1" <<'PYTHON'
import hashlib
import pathlib
import struct
import sys
files = [path for path in pathlib.Path(sys.argv[1]).glob("*.state")
         if path.name == "training.state" or path.name.startswith("snapshot")]
for path in sorted(files):
    data = path.read_bytes()
    entries, arrays = struct.unpack_from("<II", data, 12)
    at = 24
    for _ in range(entries):
        sizes = struct.unpack_from("<II", data, at)
        key, value = (data[at + 8:][:sizes[0]].decode(),
                      data[at + 8 + sizes[0]:][:sizes[1]].decode())
        at += 8 + sum(sizes)
        if not key.endswith("seconds"):
            print(path.name, key, value)
    for index in range(arrays):
        floats, = struct.unpack_from("<Q", data, at)
        array = data[at + 8:at + 8 + 4 * floats]
        at += 8 + 4 * floats
        print(path.name, "array", index, floats, hashlib.sha256(array).hexdigest())
    assert at == len(data) - 8, path
PYTHON
}

whole_start=$(date +%s%N)
(train "$scratch/whole") >"$scratch/whole.out" 2>&1 ||
  fail 'the uninterrupted run ended with an error' "$scratch/whole.out"
whole_ms=$((($(date +%s%N) - whole_start) / 1000000))
echo "uninterrupted: $updates updates in $whole_ms ms"

check_checkpoint() {
  if [[ ! -d $scratch/killed ]]; then
    echo 'there is a state, but no checkpoint' >"$scratch/check.out"
    [[ ! -f $scratch/killed.state/training.state ]]
    return
  fi
  "$TRAIN" inspect "$scratch/killed" >"$scratch/check.out" 2>&1 &&
    head -n 1 "$scratch/dev.en" |
    "$TRAIN" translate --model "$scratch/killed" --target-language es \
      --max-length 8 >>"$scratch/check.out" 2>&1
}

# Compares a killed run that reached its end with the whole one.
compare() {
  diff -r "$scratch/whole" "$scratch/killed" >"$scratch/diff.out" 2>&1 ||
    fail 'the checkpoint differs from that of the uninterrupted run' \
      "$scratch/diff.out"
  curves "$scratch/whole.state/log.jsonl" >"$scratch/whole.curves"
  curves "$scratch/killed.state/log.jsonl" >"$scratch/killed.curves"
  diff "$scratch/whole.curves" "$scratch/killed.curves" >"$scratch/diff.out" ||
    fail 'the curves differ from those of the uninterrupted run' \
      "$scratch/diff.out"
  states "$scratch/whole.state" >"$scratch/whole.states"
  states "$scratch/killed.state" >"$scratch/killed.states"
  diff "$scratch/whole.states" "$scratch/killed.states" >"$scratch/diff.out" ||
    fail 'the state differs from that of the uninterrupted run' \
      "$scratch/diff.out"
  local -a left
  mapfile -t left < <(find "$scratch" -maxdepth 2 \
    \( -name '*.tmp' -o -name '*.unscored' \))
  [[ ${#left[@]} -eq 0 ]] ||
    fail "the end of the run left ${left[*]}" /dev/null
  runs=$((runs + 1))
  echo "run $runs: $run_kills kills; checkpoint," \
    "$(grep -c ' array ' "$scratch/whole.states") arrays of the state and" \
    "$(wc -l <"$scratch/whole.curves") values of the log are equal"
}

# Each session is killed at a random time. A run that reaches its end in spite
# of that is compared, and the next one begins, until there were enough kills;
# the last run may then finish.
RANDOM=$seed
run_kills=0
runs=0
loaded=0
saving=0
readonly LONGEST=$((whole_ms / 5 + 1))
while [[ $done_kills -lt $kills || $run_kills -gt 0 ]]; do
  has_state=
  if [[ -f $scratch/killed.state/training.state ]]; then has_state=yes; fi
  train "$scratch/killed" --resume >"$scratch/session.out" 2>&1 &
  run=$!
  if [[ $done_kills -lt $kills ]]; then
    wait_ms=$(((RANDOM * 32768 + RANDOM) % LONGEST + 20))
    sleep "$((wait_ms / 1000)).$(printf '%03d' $((wait_ms % 1000)))"
    kill -9 "$run" 2>/dev/null || true
  fi
  status=0
  wait "$run" 2>/dev/null || status=$?
  run=
  cat "$scratch/session.out" >>"$scratch/killed.out"
  case $status in
    137)
      done_kills=$((done_kills + 1))
      run_kills=$((run_kills + 1))
      if compgen -G "$scratch/killed*.tmp" >/dev/null ||
        compgen -G "$scratch/killed.state/*.tmp" >/dev/null ||
        compgen -G "$scratch/killed.unscored*" >/dev/null; then
        saving=$((saving + 1))
      fi
      check_checkpoint ||
        fail 'the checkpoint is gone or does not load' "$scratch/check.out"
      if [[ -d $scratch/killed ]]; then loaded=$((loaded + 1)); fi
      ;;
    0)
      # Training from the beginning would give the same numbers.
      [[ -z $has_state ]] ||
        grep -q 'resuming after update [1-9]' "$scratch/session.out" ||
        fail 'a session did not continue from its state' "$scratch/session.out"
      compare
      run_kills=0
      rm -rf "${scratch:?}"/killed{,.state}
      ;;
    *) fail 'a resumed run ended with an error' "$scratch/killed.out" ;;
  esac
done
echo "$done_kills kills, $saving of them in the middle of writing, $loaded" \
  "checkpoints loaded, $runs runs equal to the uninterrupted one"
