# shellcheck shell=bash
# The tools of the conformance tests: environments with packages of PyPI, npm and
# Go, the build, and `have`, which gets a tool when the first check needs the
# tool. run.sh sources this file. It needs BUILD, CACHE, HERE and LOGS.

readonly GRPCURL_VERSION=v1.9.4

requirements_hash() { sha256sum "$HERE/requirements.txt" | cut -c1-16; }

# shellcheck source=tests/conformance/bergamot_wheel.sh
source "$HERE/bergamot_wheel.sh"

readonly VENV=${INTERPRES_CONFORMANCE_VENV:-$CACHE/conformance-$(requirements_hash)}
readonly PYTHON=$VENV/bin/python

# Makes the environment, once; the stamp is written when it is complete.
make_venv() {
  if [[ -n ${INTERPRES_CONFORMANCE_VENV:-} ]]; then
    [[ -x $PYTHON ]] || { echo "no $PYTHON"; return 1; }
    return 0
  fi
  if [[ -f $VENV/.complete ]]; then return 0; fi
  echo "installing $HERE/requirements.txt into $VENV (about 3 GB)"
  rm -rf "$VENV"
  python3 -m venv "$VENV" &&
    "$PYTHON" -m pip install --quiet -r "$HERE/requirements.txt" &&
    touch "$VENV/.complete"
}

# Makes the environment with Marian, once, and prints its Python as the last
# line.
make_marian() {
  local venv
  venv=$CACHE/marian-$(sha256sum "$HERE/marian_requirements.txt" | cut -c1-16)
  if [[ ! -f $venv/.complete ]]; then
    rm -rf "$venv"
    python3 -m venv "$venv" &&
      "$venv/bin/python" -m pip install --quiet \
        -r "$HERE/marian_requirements.txt" &&
      touch "$venv/.complete" || return 1
  fi
  echo "$venv/bin/python"
}

# Unpacks Bergamot's wheel, once, and prints the directory as the last line.
make_bergamot() {
  local directory=$CACHE/$BERGAMOT
  if [[ ! -f $directory/.complete ]]; then
    rm -rf "$directory"
    unpack_bergamot python3 "$directory" && touch "$directory/.complete" ||
      return 1
  fi
  echo "$directory"
}

# Installs the libraries of a product for a language, once, and prints the
# directory as the last line. The directory has the programs of
# tests/conformance/PRODUCT.
make_libraries() {  # google | deepl | libre | firefox, python | node | go
  local directory
  directory=$CACHE/$1-$2-$(cat "$HERE/$1"/* | sha256sum | cut -c1-16)
  if [[ ! -f $directory/.complete ]]; then
    rm -rf "$directory"
    mkdir -p "$directory" && cp "$HERE/$1"/* "$directory" || return 1
    case $2 in
      python)
        python3 -m venv "$directory/venv" &&
          "$directory/venv/bin/python" -m pip install --quiet \
            -r "$directory/requirements.txt" ;;
      node)
        has_programs node npm &&
          npm --prefix "$directory" install --silent --no-audit --no-fund ;;
      go)
        has_programs go &&
          (cd "$directory" && go build -mod=mod -o client .) ;;
    esac || return 1
    touch "$directory/.complete"
  fi
  echo "$directory"
}

# Installs grpcurl, once, and prints its path as the last line.
make_grpcurl() {
  local directory=$CACHE/grpcurl-$GRPCURL_VERSION
  if [[ ! -x $directory/grpcurl ]]; then
    command -v go >/dev/null || { echo "no go"; return 1; }
    GOBIN=$directory go install \
      "github.com/fullstorydev/grpcurl/cmd/grpcurl@$GRPCURL_VERSION" || return 1
  fi
  echo "$directory/grpcurl"
}

has_programs() {  # program...
  local program
  for program in "$@"; do
    command -v "$program" || { echo "no $program"; return 1; }
  done
}

# The registries answer if they have the packages that docs/clients.md names.
ask_pypi() { python3 -m pip index versions hatchling; }

ask_npm() {
  has_programs node npm || return 1
  npm view @grpc/grpc-js@1 version
}

# Installs the packages of the checks of the page, once. The browser is Debian's.
PAGE_NPM=$CACHE/page-npm-$(sha256sum "$HERE/page/package.json" | cut -c1-16)
readonly PAGE_NPM
make_page_npm() {
  has_programs node npm chromium || return 1
  [[ -f $PAGE_NPM/.complete ]] && return 0
  mkdir -p "$PAGE_NPM" && cp "$HERE/page/package.json" "$PAGE_NPM" &&
    (cd "$PAGE_NPM" && npm install --silent) && touch "$PAGE_NPM/.complete"
}

ask_go() {
  has_programs go protoc || return 1
  go list -m google.golang.org/grpc@v1.85.0
}

ask_maven() {
  has_programs mvn javac || return 1
  mvn --quiet --batch-mode dependency:get -Dartifact=io.grpc:grpc-stub:1.76.0
}

make_build() {
  deploy/install_packages.sh --test || {
    echo "packages are missing; run deploy/install_packages.sh --test as root"
    return 1
  }
  cmake --preset release -DINTERPRES_TESTS=ON &&
    cmake --build --preset release --target "${TARGETS[@]}"
}

# The tools, each made at most once. `have NAME` is false if it cannot be had.
declare -A tools=()
have() {  # venv | pypi | grpcurl | curl | go | npm | go_client | maven |
          # google_* | deepl_* | libre_* | firefox_* | marian | bergamot
  if [[ -z ${tools[$1]:-} ]]; then
    case $1 in
      venv) make_venv >"$LOGS/conformance-tool-venv.log" 2>&1 ;;
      grpcurl) make_grpcurl >"$LOGS/conformance-tool-grpcurl.log" 2>&1 ;;
      go) command -v go >/dev/null ;;
      curl) has_programs curl jq >/dev/null ;;
      pypi) ask_pypi >"$LOGS/conformance-tool-pypi.log" 2>&1 ;;
      npm) ask_npm >"$LOGS/conformance-tool-npm.log" 2>&1 ;;
      go_client) ask_go >"$LOGS/conformance-tool-go_client.log" 2>&1 ;;
      google_*)
        make_libraries google "${1#google_}" \
          >"$LOGS/conformance-tool-$1.log" 2>&1 ;;
      deepl_*)
        make_libraries deepl "${1#deepl_}" \
          >"$LOGS/conformance-tool-$1.log" 2>&1 ;;
      libre_*)
        make_libraries libre "${1#libre_}" \
          >"$LOGS/conformance-tool-$1.log" 2>&1 ;;
      firefox_*)
        make_libraries firefox "${1#firefox_}" \
          >"$LOGS/conformance-tool-$1.log" 2>&1 ;;
      bergamot) make_bergamot >"$LOGS/conformance-tool-bergamot.log" 2>&1 ;;
      marian) make_marian >"$LOGS/conformance-tool-marian.log" 2>&1 ;;
      page_npm) make_page_npm >"$LOGS/conformance-tool-page_npm.log" 2>&1 ;;
      maven) ask_maven >"$LOGS/conformance-tool-maven.log" 2>&1 ;;
    esac && tools[$1]=yes || tools[$1]=no
  fi
  [[ ${tools[$1]} == yes ]]
}
