// Command kubernetes decodes manifests with the API types of Kubernetes
// itself, strictly: an unknown field, a wrong type or an unknown kind is an
// error. Kustomizations are checked for the files that they name. Components are
// patches of the same types.
//
// usage: kubernetes FILE...
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	syaml "sigs.k8s.io/yaml"
)

// A Kustomization or a Component.
type kustomization struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	Resources  []string `json:"resources"`
	Components []string `json:"components"`
	Patches    []struct {
		Path   string            `json:"path"`
		Patch  string            `json:"patch"`
		Target map[string]string `json:"target"`
	} `json:"patches"`
	Images []struct {
		Name    string `json:"name"`
		NewName string `json:"newName"`
		NewTag  string `json:"newTag"`
	} `json:"images"`
}

// decoder accepts what the API server of these groups would.
func decoder() (runtime.Decoder, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, batchv1.AddToScheme,
		corev1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	factory := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	return factory.UniversalDeserializer(), nil
}

func checkKustomization(path string, content []byte) error {
	var k kustomization
	if err := syaml.UnmarshalStrict(content, &k); err != nil {
		return err
	}
	named := append(k.Resources, k.Components...)
	for _, patch := range k.Patches {
		if patch.Path != "" {
			named = append(named, patch.Path)
		}
	}
	for _, name := range named {
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), name)); err != nil {
			return err
		}
	}
	return nil
}

func checkManifest(path string, content []byte, decode runtime.Decoder) error {
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for number := 1; ; number++ {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		object, kind, err := decode.Decode(document, nil, nil)
		if err != nil {
			return fmt.Errorf("document %d: %w", number, err)
		}
		if object == nil {
			return fmt.Errorf("document %d: empty", number)
		}
		fmt.Printf("ok   %s: %s\n", path, kind)
	}
}

func check(path string, decode runtime.Decoder) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if filepath.Base(path) == "kustomization.yaml" {
		return checkKustomization(path, content)
	}
	return checkManifest(path, content, decode)
}

func main() {
	decode, err := decoder()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	failed := false
	for _, path := range os.Args[1:] {
		if err := check(path, decode); err != nil {
			fmt.Printf("FAIL %s: %v\n", path, err)
			failed = true
		}
	}
	if failed || len(os.Args) < 2 {
		os.Exit(1)
	}
}
