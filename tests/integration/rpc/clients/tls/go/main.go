// go-redis and net/http by TLS; see ../../README.md.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/redis/go-redis/v9"
)

func tell(word string, id any, err error) {
	var distrusted *tls.CertificateVerificationError
	if errors.As(err, &distrusted) {
		id = "refused"
	} else if err != nil {
		panic(err)
	}
	fmt.Println(word, id)
}

func getGenid(port string, by *tls.Config) (string, error) {
	client := http.Client{Transport: &http.Transport{TLSClientConfig: by}}
	answer, err := client.Get("https://127.0.0.1:" + port + "/genid")
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

func main() {
	ca, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	by := &tls.Config{RootCAs: x509.NewCertPool(), ServerName: "127.0.0.1"}
	by.RootCAs.AppendCertsFromPEM(ca)
	ids := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + os.Args[2], TLSConfig: by})
	id, err := ids.Do(context.Background(), "GENID").Int64()
	tell("rpc", id, err)
	text, err := getGenid(os.Args[3], by)
	tell("rest", text, err)
}
