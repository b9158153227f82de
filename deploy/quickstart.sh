#!/usr/bin/env bash
# From a fresh clone to translated sentences: installs the packages, builds,
# starts the server on the bundled model and asks it for translations.

set -euo pipefail
readonly CALLED_FROM=$PWD
cd "$(dirname "$0")/.."

readonly STATE=build/quickstart
readonly PID_FILE=$STATE/server.pid LOG=$STATE/server.log
readonly CALL_FILE=$STATE/call  # ports and model of the running server
readonly BIN=build/release/bin
readonly READY_SECONDS=120 STOP_SECONDS=60

readonly BUNDLED=model/pretrained/en-es

model=$BUNDLED
port=50051
http_port=8080
metrics_port=9464
foreground=no
install=yes

usage() {
  cat <<'TEXT'
usage: deploy/quickstart.sh [options]

  --model DIR         serve this checkpoint instead of the bundled one
  --port N            port of the service (50051)
  --http-port N       port of the service over HTTP (8080)
  --metrics-port N    port of /metrics (9464)
  --foreground        run the server here until Ctrl-C, with its log
  --no-install        do not look for missing packages
  --stop              stop the server that an earlier call left running

Run it again at any time: it builds what has changed and finds its server.
TEXT
}

fail() {
  printf 'quickstart: %s\n' "$*" >&2
  exit 1
}

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

parse_arguments() {
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --model | --port | --http-port | --metrics-port)
        [[ $# -ge 2 ]] || fail "$1 needs a value"
        case "$1" in
          --model) model=$(cd "$CALLED_FROM" && realpath -m -- "$2") ;;
          --port) port=$2 ;;
          --http-port) http_port=$2 ;;
          --metrics-port) metrics_port=$2 ;;
        esac
        shift
        ;;
      --foreground) foreground=yes ;;
      --no-install) install=no ;;
      --stop) stop_server; exit ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; fail "unknown argument '$1'" ;;
    esac
    shift
  done
  local number
  for number in "$port" "$http_port" "$metrics_port"; do
    if ! [[ "$number" =~ ^[0-9]{1,5}$ ]] || ((number < 1 || number > 65535)); then
      fail "'$number' is no port: expected 1 to 65535"
    fi
  done
}

# The process of an earlier call, if it still is our server.
running_pid() {
  local pid
  pid=$(cat "$PID_FILE" 2>/dev/null) || return 1
  [[ "$pid" =~ ^[0-9]+$ ]] || return 1
  [[ "$(readlink "/proc/$pid/exe" 2>/dev/null)" == */interpres-server* ]] ||
    return 1
  echo "$pid"
}

# The process of another user's call. Its program cannot be read.
foreign_pid() {
  local pid
  pid=$(cat "$PID_FILE" 2>/dev/null) || return 1
  [[ "$(cat "/proc/$pid/comm" 2>/dev/null)" == interpres-serve ]] || return 1
  [[ "$(stat -c %u "/proc/$pid")" != "$(id -u)" ]] || return 1
  echo "$pid"
}

stop_server() {
  local pid waited=0
  if ! pid=$(running_pid); then
    if pid=$(foreign_pid); then
      fail "process $pid belongs to another user: call" \
        "'sudo deploy/quickstart.sh --stop'"
    fi
    rm -f "$PID_FILE" "$CALL_FILE"
    echo "quickstart: no server of mine is running"
    return
  fi
  kill -TERM "$pid"
  # A zombie, which a container without an init process keeps, has no program.
  while running_pid >/dev/null; do
    if ((waited++ >= STOP_SECONDS * 10)); then
      fail "process $pid still drains after $STOP_SECONDS s; see $LOG"
    fi
    sleep 0.1
  done
  rm -f "$PID_FILE" "$CALL_FILE"
  echo "quickstart: stopped process $pid"
}

port_is_busy() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

require_free_port() {  # port, flag
  if port_is_busy "$1"; then
    fail "port $1 on 127.0.0.1 is taken by another program: choose another" \
      "with $2 N"
  fi
}

build() {
  # Without the tests no test packages are needed; a build folder that has
  # them keeps them.
  local -a options=()
  if [[ ! -f build/release/CMakeCache.txt ]]; then
    options=(-DINTERPRES_TESTS=OFF)
  fi
  mkdir -p "$STATE"
  if ! cmake --preset release "${options[@]}" >"$STATE/configure.log" 2>&1; then
    tail -n 20 "$STATE/configure.log" >&2
    fail "configuring failed: $STATE/configure.log"
  fi
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  cmake --build --preset release \
    --target interpres-server interpres
}

start_server() {
  local -a command=("$BIN/interpres-server" --model "$model"
    --address "127.0.0.1:$port" --http-address "127.0.0.1:$http_port"
    --metrics-address "127.0.0.1:$metrics_port")
  require_free_port "$port" --port
  require_free_port "$http_port" --http-port
  require_free_port "$metrics_port" --metrics-port
  if [[ "$foreground" == yes ]]; then
    say "Serving $model on 127.0.0.1:$port (Ctrl-C stops)"
    exec "${command[@]}"
  fi
  # Its own session: closing this terminal does not stop it.
  setsid "${command[@]}" >"$LOG" 2>&1 </dev/null &
  echo $! >"$PID_FILE"
  echo "$port $http_port $metrics_port $model" >"$CALL_FILE"
}

wait_until_ready() {
  local waited=0
  until "$BIN/interpres" health --server "127.0.0.1:$port" --attempts 1 \
    >/dev/null 2>&1; do
    if ! running_pid >/dev/null && ((waited > 5)); then
      tail -n 20 "$LOG" >&2
      rm -f "$PID_FILE" "$CALL_FILE"
      fail "the server stopped while starting: $LOG"
    fi
    if ((waited++ >= READY_SECONDS * 5)); then
      tail -n 20 "$LOG" >&2
      fail "not ready after $READY_SECONDS s: $LOG"
    fi
    sleep 0.2
  done
}

translate() {  # to, text...
  local to=$1 text translation
  shift
  for text in "$@"; do
    translation=$("$BIN/interpres" translate --server "127.0.0.1:$port" \
      --to "$to" "$text")
    printf '  %s\n    -> %s\n' "$text" "$translation"
  done
}

demonstrate() {
  if ! [[ "$model" -ef "$BUNDLED" ]]; then
    "$BIN/interpres" models --server "127.0.0.1:$port"
    return
  fi
  say "English to Spanish"
  translate es "The weather is nice today." "Where is the train station?" \
    "I don't know what to say."
  say "Spanish to English"
  translate en "Hoy hace buen tiempo." "¿Dónde está la estación de tren?" \
    "No sé qué decir."
}

explain() {
  local server=''
  if [[ "$port" != 50051 ]]; then server=" --server 127.0.0.1:$port"; fi
  say "Your own text"
  cat <<TEXT
  $BIN/interpres translate$server --to es "Good morning."
  $BIN/interpres translate$server --to es --input letter.txt --output carta.txt
  $BIN/interpres translate --help
  curl http://127.0.0.1:$http_port/translate -d 'q=Good morning.&source=en&target=es'
TEXT
  say "Metrics, log, stop"
  cat <<TEXT
  curl http://127.0.0.1:$metrics_port/metrics
  tail -f $LOG
  deploy/quickstart.sh --stop
TEXT
}

main() {
  parse_arguments "$@"
  [[ -e "$model" ]] ||
    fail "there is no model '$model': expected a directory or a file NAME.zip"
  if [[ "$install" == yes ]]; then
    say "1/4 Packages"
    deploy/install_packages.sh --build
  fi
  say "2/4 Build"
  build
  say "3/4 Server"
  local pid
  if pid=$(running_pid); then
    read -r port http_port metrics_port model <"$CALL_FILE"
    echo "process $pid serves $model on 127.0.0.1:$port already;" \
      "--stop first to start another"
  else
    start_server
  fi
  wait_until_ready
  echo "ready: process $(cat "$PID_FILE"), 127.0.0.1:$port (HTTP: $http_port)," \
    "log $LOG"
  say "4/4 Translations"
  demonstrate
  explain
}

main "$@"
