// Google's client library for Go against a server of Interpres. client.py
// explains the environment.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	translate "cloud.google.com/go/translate/apiv3"
	pb "cloud.google.com/go/translate/apiv3/translatepb"
	"google.golang.org/api/iterator"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	parent = "projects/any/locations/global"
	name   = parent + "/glossaries/go"
)

type run struct {
	ctx    context.Context
	client *translate.TranslationClient
}

func (r run) translate(request *pb.TranslateTextRequest) (*pb.TranslateTextResponse, error) {
	request.Parent = parent
	request.TargetLanguageCode = "es"
	return r.client.TranslateText(r.ctx, request)
}

func expect(got, expected string) error {
	if got != expected {
		return fmt.Errorf("got %q, expected %q", got, expected)
	}
	return nil
}

func expectError(err error, code codes.Code, part string) error {
	if status.Code(err) != code || !strings.Contains(err.Error(), part) {
		return fmt.Errorf("got %v, expected %v with %q", err, code, part)
	}
	return nil
}

func (r run) texts() error {
	response, err := r.translate(&pb.TranslateTextRequest{
		Contents:           []string{"The cat sleeps.", "Good morning."},
		SourceLanguageCode: "en", MimeType: "text/plain"})
	if err != nil {
		return err
	}
	if err := expect(response.Translations[0].TranslatedText, "El gato duerme."); err != nil {
		return err
	}
	return expect(response.Translations[1].TranslatedText, "Buenos días.")
}

func (r run) htmlIsTheDefault() error {
	response, err := r.translate(&pb.TranslateTextRequest{
		Contents: []string{"<p>The <b>cat</b> sleeps.</p>"}})
	if err != nil {
		return err
	}
	return expect(response.Translations[0].TranslatedText, "<p>El <b>gato</b> duerme.</p>")
}

func (r run) detection() error {
	response, err := r.client.DetectLanguage(r.ctx, &pb.DetectLanguageRequest{
		Parent: parent,
		Source: &pb.DetectLanguageRequest_Content{Content: "¿Dónde dejaste las llaves de la casa?"}})
	if err != nil {
		return err
	}
	return expect(response.Languages[0].LanguageCode, "es")
}

func (r run) languages() error {
	response, err := r.client.GetSupportedLanguages(r.ctx, &pb.GetSupportedLanguagesRequest{
		Parent: parent, DisplayLanguageCode: "de"})
	if err != nil {
		return err
	}
	return expect(response.Languages[1].DisplayName, "Spanisch")
}

func (r run) lifeOfAGlossary() error {
	creation, err := r.client.CreateGlossary(r.ctx, &pb.CreateGlossaryRequest{
		Parent: parent,
		Glossary: &pb.Glossary{
			Name: name,
			Languages: &pb.Glossary_LanguagePair{LanguagePair: &pb.Glossary_LanguageCodePair{
				SourceLanguageCode: "en", TargetLanguageCode: "es"}},
			InputConfig: &pb.GlossaryInputConfig{Source: &pb.GlossaryInputConfig_GcsSource{
				GcsSource: &pb.GcsSource{InputUri: "data:text/csv,cat%2Cminino"}}}}})
	if err != nil {
		return err
	}
	if _, err := creation.Wait(r.ctx); err != nil {
		return err
	}
	glossaries := r.client.ListGlossaries(r.ctx, &pb.ListGlossariesRequest{Parent: parent})
	for {
		glossary, err := glossaries.Next()
		if err == iterator.Done {
			return fmt.Errorf("%s is not listed", name)
		}
		if err != nil {
			return err
		}
		if glossary.Name == name {
			break
		}
	}
	response, err := r.translate(&pb.TranslateTextRequest{
		Contents: []string{"The cat sleeps."}, SourceLanguageCode: "en",
		GlossaryConfig: &pb.TranslateTextGlossaryConfig{Glossary: name}})
	if err != nil {
		return err
	}
	if text := response.GlossaryTranslations[0].TranslatedText; !strings.Contains(text, "minino") {
		return fmt.Errorf("%q lacks the term", text)
	}
	deletion, err := r.client.DeleteGlossary(r.ctx, &pb.DeleteGlossaryRequest{Name: name})
	if err != nil {
		return err
	}
	if _, err := deletion.Wait(r.ctx); err != nil {
		return err
	}
	_, err = r.client.GetGlossary(r.ctx, &pb.GetGlossaryRequest{Name: name})
	return expectError(err, codes.NotFound, "go")
}

func (r run) errors() error {
	_, err := r.translate(&pb.TranslateTextRequest{
		Contents: []string{"a"}, MimeType: "text/markdown"})
	if err := expectError(err, codes.InvalidArgument, "text/plain"); err != nil {
		return err
	}
	_, err = r.client.RomanizeText(r.ctx, &pb.RomanizeTextRequest{
		Parent: parent, Contents: []string{"a"}})
	return expectError(err, codes.Unimplemented, "RomanizeText")
}

func main() {
	ctx := context.Background()
	token := os.Getenv("INTERPRES_TOKEN")
	options := []option.ClientOption{option.WithEndpoint(os.Getenv("INTERPRES_SERVER"))}
	if os.Getenv("INTERPRES_CA") != "" {
		// As a program that uses Google's service, with another address.
		options = append(options, option.WithAPIKey(token))
	} else {
		options = append(options, option.WithoutAuthentication(), option.WithGRPCDialOption(
			grpc.WithTransportCredentials(insecure.NewCredentials())))
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
	}
	client, err := translate.NewTranslationClient(ctx, options...)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	r := run{ctx: ctx, client: client}
	failed := false
	for _, check := range []struct {
		name string
		run  func() error
	}{
		{"texts", r.texts}, {"htmlIsTheDefault", r.htmlIsTheDefault},
		{"detection", r.detection}, {"languages", r.languages},
		{"lifeOfAGlossary", r.lifeOfAGlossary}, {"errors", r.errors},
	} {
		if err := check.run(); err != nil {
			failed = true
			fmt.Printf("FAIL %s: %v\n", check.name, err)
		} else {
			fmt.Printf("ok   %s\n", check.name)
		}
	}
	if failed {
		os.Exit(1)
	}
}
