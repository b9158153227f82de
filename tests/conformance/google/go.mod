module interpres.test/google

go 1.25.0

require (
	cloud.google.com/go/translate v1.20.1
	google.golang.org/api v0.304.0
	google.golang.org/grpc v1.84.0
)
