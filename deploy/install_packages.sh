#!/usr/bin/env bash
# The one list of Debian 12 packages that Interpres needs. Quick start, tests
# and the container image all call this script, so they cannot drift apart.
# Needs only bash, coreutils, dpkg and apt, and root or sudo.

set -euo pipefail

# The libraries that the four binaries load at run time.
readonly RUNTIME_PACKAGES=(
  ca-certificates
  libdnnl2 libgomp1 libhwy1
  libgrpc++1.51
  libcld2-0
  libexpat1
  libicu72
  libprometheus-cpp-core1.0 libprometheus-cpp-pull1.0
  libsentencepiece0
  libstemmer0d
  libspdlog1.10 libfmt9
  libssl3
  libxxhash0
  libzip4 zlib1g
  libzstd1
)

# The packages for a build from source. The -dev packages pull in what their CMake
# files ask for (libgrpc++-dev: Abseil, c-ares, RE2, OpenSSL, zlib;
# prometheus-cpp-dev: civetweb, cURL).
readonly BUILD_PACKAGES=(
  build-essential cmake ninja-build pkg-config git ca-certificates ccache
  libabsl-dev
  libboost1.81-dev
  libcli11-dev
  libdnnl-dev libhwy-dev
  libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc
  libcld2-dev
  libexpat1-dev
  libicu-dev
  nlohmann-json3-dev
  prometheus-cpp-dev
  libsentencepiece-dev
  libstemmer-dev
  libspdlog-dev libfmt-dev
  libssl-dev
  libxxhash-dev
  libzip-dev zlib1g-dev
  libzstd-dev
)

# What tests/run.sh needs on top of the build. `prometheus` brings promtool;
# its service is not started by the tests, they run their own instance. llvm-14
# has the symbolizer: without it, tests/tsan.supp cannot name functions.
readonly TEST_PACKAGES=(
  libgtest-dev libgmock-dev libbenchmark-dev
  libopenmpi-dev openmpi-bin
  clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev libomp-14-dev lld-14
  llvm-14
  curl flake8 jq prometheus python3 python3-venv python3-yaml shellcheck
  unicode-data
)

usage() {
  cat <<'TEXT'
usage: deploy/install_packages.sh [--runtime | --build | --test] [--list]

  --runtime  what the built binaries need
  --build    what a build from source needs (default)
  --test     the build packages and what tests/run.sh needs
  --list     print the names and install nothing

Does nothing, quickly, when everything is there already.
TEXT
}

fail() {
  printf 'install_packages.sh: %s\n' "$*" >&2
  exit 1
}

# The libraries are found by Debian 12's names and versions; another release
# has others, and the build would fail much later with a worse message.
check_system() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    fail "needs dpkg and apt-get, that is, Debian 12 (bookworm). Elsewhere," \
      "build the container image: deploy/docker/Dockerfile"
  fi
  local id='' version=''
  if [[ -r /etc/os-release ]]; then
    # shellcheck disable=SC1091
    id=$(. /etc/os-release && echo "${ID:-} ${ID_LIKE:-}")
    # shellcheck disable=SC1091
    version=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  fi
  [[ " $id " == *' debian '* && "$version" == bookworm ]] ||
    fail "expected Debian 12 (bookworm), found '${id% }' '$version' in" \
      "/etc/os-release. Build the container image: deploy/docker/Dockerfile"
}

# Prints the arguments that name packages that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" \
    2>/dev/null | sed -n 's/ installed$//p' || true)
  local package
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$installed" || echo "$package"
  done
}

# The package of Prometheus brings a service, which would take its port from the
# one that docker compose starts. Where there is no systemd, nothing starts.
keep_prometheus_quiet() {  # systemctl's verbs
  [[ -d /run/systemd/system && " ${missing[*]} " == *' prometheus '* ]] || return 0
  local verb
  for verb in "$@"; do
    as_root systemctl --quiet "$verb" prometheus.service ||
      fail "systemctl $verb prometheus.service failed"
  done
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  else
    fail "needs root to install packages: run it as root or install sudo"
  fi
}

main() {
  local set=build list=no argument
  for argument in "$@"; do
    case "$argument" in
      --runtime | --build | --test) set=${argument#--} ;;
      --list) list=yes ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; fail "unknown argument '$argument'" ;;
    esac
  done

  local -a wanted
  case "$set" in
    runtime) wanted=("${RUNTIME_PACKAGES[@]}") ;;
    build) wanted=("${BUILD_PACKAGES[@]}") ;;
    test) wanted=("${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}") ;;
  esac
  if [[ "$list" == yes ]]; then
    printf '%s\n' "${wanted[@]}"
    exit 0
  fi

  check_system
  local -a missing
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  if [[ ${#missing[@]} -eq 0 ]]; then
    echo "packages: all ${#wanted[@]} are installed"
    exit 0
  fi
  echo "packages: installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get update -qq || fail "apt-get update failed: see above"
  keep_prometheus_quiet mask
  as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null || fail "apt-get could not install: ${missing[*]}"
  keep_prometheus_quiet unmask disable
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  [[ ${#missing[@]} -eq 0 ]] || fail "still missing: ${missing[*]}"
  echo "packages: installed"
}

main "$@"
