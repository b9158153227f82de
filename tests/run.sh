#!/usr/bin/env bash
# All tests of Interpres, on a bare Debian 12 as root or with sudo.
#
#   tests/run.sh           everything
#   tests/run.sh --quick   packages, lint, release build and its tests
#   tests/run.sh --only STEP [STEP ...]   for example: --only tidy docs; more:
#                          mpi (a part of release),
#                          asan_integration tsan_integration (an hour)
#
# Every step runs even if an earlier one failed. Logs: build/logs. The last
# line is `N passed, N failed`; ctest's tests are counted one by one.
#
# INTERPRES_TIDY_BASE=COMMIT limits clang-tidy to what changed since then. It
# starts no unit after INTERPRES_TIDY_SECONDS (300); clean ones are remembered,
# so the next run goes on where this one stopped.

set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
readonly REPOSITORY=$PWD
readonly LOGS=$REPOSITORY/build/logs
readonly ALL_STEPS=(packages format shell layering hygiene words release docs
  asan tsan tidy bench)
readonly QUICK_STEPS=(packages format shell layering hygiene words release docs)

# A clone in another place finds what this one compiled.
export CCACHE_BASEDIR=$REPOSITORY CCACHE_NOHASHDIR=1
# No server of a test writes to the user's cache directory, or reads there.
export INTERPRES_PROBE_DIRECTORY=
JOBS=$(nproc)
# Some tests wait for processes, and leave a core idle.
TEST_JOBS=$((JOBS + 1))
readonly JOBS TEST_JOBS

passed=0
failed=0
failures=()

# The quick start configures build/release without the tests and without MPI.
configure() {  # preset, more options...
  cmake --preset "$1" -DINTERPRES_TESTS=ON "${@:2}"
}

build() {  # preset, targets...
  cmake --build --preset "$1" --parallel "$JOBS" ${2:+--target "${@:2}"}
}

# The unit tests that are executables of their own.
unit_targets() {  # preset
  ctest --preset "$1" -N -L unit | sed -n 's/^ *Test *#[0-9]*: //p' |
    grep -xF -f <(ninja -C "build/$1" -t targets all | sed 's/:.*//')
}

step_packages() { deploy/install_packages.sh --test; }

step_format() {
  git ls-files '*.h' '*.cc' | xargs -r clang-format-14 --dry-run --Werror
}

step_shell() { git ls-files '*.sh' .ci/run | xargs -r shellcheck; }

step_layering() {
  python3 tests/lint/layering.py --self-test && python3 tests/lint/layering.py &&
    python3 tests/lint/type_names.py --self-test &&
    python3 tests/lint/type_names.py &&
    python3 tests/lint/own_header.py --self-test &&
    python3 tests/lint/own_header.py
}

# flake8 finds the undefined names of scripts that only CI runs.
step_hygiene() {
  python3 tests/lint/hygiene.py --self-test && python3 tests/lint/hygiene.py &&
    git ls-files '*.py' | xargs -r flake8 --isolated --select E9,F
}

# The list CLEAN in words.py names the paths that are checked.
step_words() {
  python3 tests/lint/words.py --self-test && python3 tests/lint/words.py
}

step_release() {
  configure release -DINTERPRES_MPI=ON && build release &&
    ctest --preset release --parallel "$TEST_JOBS" -LE 'slow|lint' \
      --no-tests=error
}

step_docs() {
  python3 tests/lint/docs.py --self-test &&
    python3 tests/lint/docs.py build/release
}

# The tests of release that start several processes of the trainer.
step_mpi() {
  configure release -DINTERPRES_MPI=ON &&
    build release interpres-train interpres-train-mpi \
      model_training_trainer_group_test &&
    ctest --preset release -L mpi --no-tests=error
}

sanitizer() {  # preset
  configure "$1" || return 1
  local -a targets
  mapfile -t targets < <(unit_targets "$1")
  if [[ ${#targets[@]} -eq 0 ]]; then
    echo "no unit tests found"
    return 1
  fi
  build "$1" "${targets[@]}" &&
    ctest --preset "$1" --parallel "$TEST_JOBS" -L unit --no-tests=error
}

step_asan() { sanitizer asan; }

# Debian's gRPC, which is not instrumented, crashed in one of 60 runs of
# client_bench_unit_tests, and one time in CI. After such a crash the failed
# tests run once more. A finding of the sanitizer is final.
step_tsan() {
  sanitizer tsan && return
  ! grep -q 'WARNING: ThreadSanitizer' "$LOGS/tsan.log" &&
    grep -qE 'SUMMARY: ThreadSanitizer: SEGV .*lib(grpc|absl)' \
      "$LOGS/tsan.log" &&
    ctest --preset tsan -L unit --rerun-failed --no-tests=error
}

# By hand, for they take an hour: servers, clients and trainers with a sanitizer.
# Not the packages of the container, which hold no sanitizer's library.
integration() {  # preset
  configure "$1" && build "$1" &&
    ctest --preset "$1" -L integration -E deploy_packages --no-tests=error
}

step_asan_integration() { integration asan; }

step_tsan_integration() { integration tsan; }

step_tidy() {
  python3 tests/lint/clang_tidy.py build/tsan build/release \
    --jobs "$JOBS" --seconds "${INTERPRES_TIDY_SECONDS:-300}" \
    ${INTERPRES_TIDY_BASE:+--base "$INTERPRES_TIDY_BASE"}
}

# One iteration of each benchmark and a minute of load: that they run and answer,
# not how fast.
step_bench() {
  configure release -DINTERPRES_BENCHMARKS=ON || return 1
  local -a targets
  mapfile -t targets < <(ninja -C build/release -t targets all |
    sed -n '/^cmake_/d; s/^\([a-z_]*_benchmark\): .*/\1/p')
  if [[ ${#targets[@]} -eq 0 ]]; then
    echo "no benchmarks found"
    return 1
  fi
  build release "${targets[@]}" || return 1
  local target
  for target in "${targets[@]}"; do
    echo "== $target"
    "build/release/bin/$target" --benchmark_min_time=0 || return 1
  done
  build release interpres-server interpres interpres-bench &&
    tests/benchmarks/load.sh --seconds 2 --clients 8 &&
    python3 tests/proofs/load.py --shares 1 2 --seconds 6 build/release &&
    python3 tests/proofs/flood.py --seconds 6 build/release &&
    python3 tests/proofs/http_faults.py build/release &&
    python3 tests/proofs/protected_spans.py --beams 4 --sentences 5 \
      build/release &&
    INTERPRES_DATA=/nonexistent python3 tests/proofs/whole_texts.py \
      --paragraphs 2 --pages 2 --lines 20 build/release
}

# Adds what ctest counted in a log, or one for the whole step.
count() {  # log, exit status
  local summary bad all
  summary=$(grep -E 'tests passed, [0-9]+ tests failed out of [0-9]+' "$1" |
    tail -1)
  if [[ -z "$summary" ]]; then
    if [[ $2 -eq 0 ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    return
  fi
  bad=$(sed -E 's/.*passed, ([0-9]+) tests failed.*/\1/' <<<"$summary")
  all=$(sed -E 's/.*out of ([0-9]+).*/\1/' <<<"$summary")
  passed=$((passed + all - bad))
  if [[ $2 -ne 0 && $bad -eq 0 ]]; then bad=1; fi
  failed=$((failed + bad))
}

run_step() {  # name
  local name=$1 log=$LOGS/$1.log status=0 start=$SECONDS
  printf '%-9s ' "$name"
  "step_$name" >"$log" 2>&1 </dev/null || status=$?
  count "$log" "$status"
  if [[ $status -eq 0 ]]; then
    printf 'ok      %4d s\n' $((SECONDS - start))
    if [[ $name == tidy ]]; then tail -n 1 "$log" | sed 's/^/    /'; fi
  else
    printf 'FAILED  %4d s  (build/logs/%s.log)\n' $((SECONDS - start)) "$name"
    grep -E '\(Failed\)|\(Timeout\)|\(Not Run\)|SEGFAULT' "$log" | head -20
    tail -n 25 "$log" | sed 's/^/    /'
    failures+=("$name")
  fi
}

main() {
  local -a steps=("${ALL_STEPS[@]}")
  case "${1:-}" in
    '') ;;
    --quick) steps=("${QUICK_STEPS[@]}") ;;
    --only)
      shift
      steps=("$@")
      if [[ $# -eq 0 ]]; then
        echo "run.sh: --only needs steps: of ${ALL_STEPS[*]}" >&2
        exit 2
      fi
      ;;
    *) sed -n '2,16s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  mkdir -p "$LOGS"
  local step
  for step in "${steps[@]}"; do
    if ! declare -F "step_$step" >/dev/null; then
      echo "run.sh: no step '$step': one of ${ALL_STEPS[*]}" >&2
      exit 2
    fi
  done
  for step in "${steps[@]}"; do run_step "$step"; done
  if [[ ${#failures[@]} -gt 0 ]]; then echo "failed: ${failures[*]}"; fi
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}

main "$@"
