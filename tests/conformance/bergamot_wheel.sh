# shellcheck shell=bash
# Bergamot's library from PyPI, which has wheels for Python up to 3.10.
# tools.sh and tests/benchmarks/engine_speed.sh source this file.
#
# INTERPRES_PYTHON310   Python 3.10; default: python3.10 or pyenv's

readonly BERGAMOT=bergamot==0.4.5

# Prints a Python 3.10 that runs, if there is one.
find_python310() {
  local python
  for python in "${INTERPRES_PYTHON310:-}" python3.10 \
    "$HOME"/.pyenv/versions/3.10.*/bin/python3.10; do
    if [[ -n $python ]] && "$python" -c '' 2>/dev/null; then
      command -v "$python"
      return 0
    fi
  done
  return 1
}

# Unpacks the wheel beside a link `python` to a Python 3.10. The wheel's own
# dependencies would need the network, and nothing here uses them.
unpack_bergamot() {  # Python with pip, directory
  local python
  python=$(find_python310) || { echo "no Python 3.10" >&2; return 1; }
  "$1" -m pip install --quiet --no-deps --only-binary=:all: \
    --python-version 3.10 --target "$2" "$BERGAMOT" >&2 || return 1
  ln -s "$python" "$2/python"
}
