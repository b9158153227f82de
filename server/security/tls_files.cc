#include "server/security/tls_files.h"

#include "model/base/status.h"
#include "server/base/logging.h"

namespace interpres {
namespace {

absl::Status CheckOptions(const TlsOptions& options) {
  if (options.certificate.empty() != options.key.empty()) {
    return absl::InvalidArgumentError(
        "TLS needs both a certificate (--tls-certificate) and its private key "
        "(--tls-key); one of them is missing");
  }
  if (!options.client_ca.empty() && !options.enabled()) {
    return absl::InvalidArgumentError(
        "clients can be asked for certificates (--tls-client-ca) only over "
        "TLS: add --tls-certificate and --tls-key");
  }
  return absl::OkStatus();
}

void LogCertificate(const CertificateInfo& certificate) {
  Log(certificate.is_expired ? LogLevel::kWarning : LogLevel::kInfo,
      certificate.is_expired ? "the TLS certificate has expired"
                             : "TLS certificate",
      {{"subject", certificate.subject},
       {"valid_until", certificate.not_after}});
}

}  // namespace

absl::StatusOr<TlsFiles::Contents> TlsFiles::Read(const TlsOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const PemFile certificate,
                             ReadPemFile(options.certificate));
  INTERPRES_ASSIGN_OR_RETURN(const PemFile key, ReadPemFile(options.key));
  INTERPRES_ASSIGN_OR_RETURN(CertificateInfo info,
                             CheckKeyPair(certificate, key));
  PemFile client_ca;
  if (!options.client_ca.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(client_ca, ReadPemFile(options.client_ca));
    INTERPRES_RETURN_IF_ERROR(CheckAuthorities(client_ca));
  }
  return Contents{.key_pair = key.contents + "\n" + certificate.contents,
                  .client_ca = std::move(client_ca.contents),
                  .info = std::move(info)};
}

absl::StatusOr<std::unique_ptr<TlsFiles>> TlsFiles::Load(
    const TlsOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckOptions(options));
  if (!options.enabled()) {
    return std::unique_ptr<TlsFiles>();
  }
  INTERPRES_ASSIGN_OR_RETURN(const Contents contents, Read(options));
  INTERPRES_ASSIGN_OR_RETURN(MemoryFile key_pair,
                             MemoryFile::Create(contents.key_pair));
  INTERPRES_ASSIGN_OR_RETURN(MemoryFile client_ca,
                             MemoryFile::Create(contents.client_ca));
  LogCertificate(contents.info);
  return std::unique_ptr<TlsFiles>(new TlsFiles(
      options, contents, std::move(key_pair), std::move(client_ca)));
}

absl::Status TlsFiles::ReadAndServe() {
  INTERPRES_ASSIGN_OR_RETURN(Contents contents, Read(options_));
  {
    const MutexLock lock(mutex_);
    if (contents == served_) {
      return absl::OkStatus();
    }
  }
  // Creates both copies first. Otherwise a lack of memory between the two would
  // leave a new file beside an old one.
  INTERPRES_ASSIGN_OR_RETURN(MemoryFile client_ca,
                             MemoryFile::Create(contents.client_ca));
  INTERPRES_ASSIGN_OR_RETURN(MemoryFile key_pair,
                             MemoryFile::Create(contents.key_pair));
  INTERPRES_RETURN_IF_ERROR(client_ca_.Replace(std::move(client_ca)));
  INTERPRES_RETURN_IF_ERROR(key_pair_.Replace(std::move(key_pair)));
  LogCertificate(contents.info);
  const MutexLock lock(mutex_);
  served_ = std::move(contents);
  ++version_;
  return absl::OkStatus();
}

absl::Status TlsFiles::Reload() {
  const MutexLock lock(reload_mutex_);
  absl::Status status = ReadAndServe();
  std::string error(status.message());
  if (!status.ok() && error != last_error_) {
    Log(LogLevel::kWarning, "TLS files rejected", {{"error", error}});
  }
  last_error_ = std::move(error);
  return status;
}

int64_t TlsFiles::version() const {
  const MutexLock lock(mutex_);
  return version_;
}

CertificateInfo TlsFiles::certificate() const {
  const MutexLock lock(mutex_);
  return served_.info;
}

}  // namespace interpres
