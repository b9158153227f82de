#!/usr/bin/env bash
# Decodes deploy/kubernetes/ and its components strictly with the API types of Kubernetes' own Go
# module, and shows that the check can fail.

set -uo pipefail
cd "$(dirname "$0")/kubernetes" || exit 1
PATH=$PATH:/usr/local/go/bin
readonly MANIFESTS=../../../deploy/kubernetes

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
go build -o "$scratch/check" . || exit 1

# A PodMonitor is a type of the Prometheus Operator, not of Kubernetes.
mapfile -t components < <(find "$MANIFESTS/components" -name '*.yaml' \
  ! -name pod-monitor.yaml)
"$scratch/check" "$MANIFESTS"/*.yaml "$MANIFESTS"-example/*.yaml \
  "${components[@]}" || exit 1

rejects() {  # name, sed expression that spoils deployment.yaml
  sed "$2" "$MANIFESTS/deployment.yaml" >"$scratch/$1.yaml"
  if cmp -s "$MANIFESTS/deployment.yaml" "$scratch/$1.yaml"; then
    echo "FAIL $1: the expression changes nothing"
    exit 1
  fi
  if "$scratch/check" "$scratch/$1.yaml" >/dev/null; then
    echo "FAIL $1: accepted a broken manifest"
    exit 1
  fi
  echo "ok   rejects: $1"
}

rejects unknown_field 's/readinessProbe:/readynessProbe:/'
rejects wrong_type 's/periodSeconds: 10/periodSeconds: often/'
rejects unknown_kind 's/^kind: Deployment/kind: Deploymint/'
