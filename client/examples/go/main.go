// Translates two texts with the generated code of the gRPC interface.
// usage: go run . ADDRESS
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"example.com/app/interpresv1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	request := &interpresv1.TranslateRequest{Texts: []string{"Good morning.", "How are you?"}, TargetLanguage: "es"}
	response, err := interpresv1.NewTranslationServiceClient(connection).Translate(ctx, request)
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range response.Results {
		if result.GetError() != nil {
			fmt.Println(result.GetError().Message)
		} else {
			fmt.Println(result.GetTranslations().Hypotheses[0].Text)
		}
	}
}
