// Tested by convert_command_test.cc.

#include "model/trainer/convert_command.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/marian_mt_conversion.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_directory_writer.h"
#include "model/tensor/tensor.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/output_path.h"
#include "model/transformer/int8_export.h"

namespace interpres {
namespace {

const std::map<std::string, DataType>& Types() {
  static const auto* const types = new std::map<std::string, DataType>{
      {"float32", DataType::kFloat32}, {"float16", DataType::kFloat16}};
  return *types;
}

struct ConvertFlags {
  std::filesystem::path model;
  std::filesystem::path output;
  std::string type = "float32";
  bool int8 = false;
};

absl::Status WriteInt8(const ConvertFlags& flags) {
  INTERPRES_RETURN_IF_ERROR(ExportInt8(flags.model));
  std::fprintf(stderr, "%s: written; --compute-type int8 uses it\n",
               (flags.model / kInt8File).c_str());
  return absl::OkStatus();
}

absl::Status RunConvert(const ConvertFlags& flags) {
  if (flags.int8) {
    return WriteInt8(flags);
  }
  INTERPRES_RETURN_IF_ERROR(CheckOutputDirectory(flags.output, flags.model));
  INTERPRES_ASSIGN_OR_RETURN(const ModelDirectory model,
                             ReadModelDirectory(flags.model));
  INTERPRES_RETURN_IF_ERROR(PrepareModelDirectory(flags.output));
  INTERPRES_RETURN_IF_ERROR(
      ConvertToMarianMt(model, flags.output, Types().at(flags.type)));
  std::fprintf(stderr, "%s: written as a MarianMT model in %s\n",
               flags.output.c_str(), flags.type.c_str());
  return absl::OkStatus();
}

}  // namespace

void AddConvertCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<ConvertFlags>();
  CLI::App* command =
      app.add_subcommand("convert",
                         "Write a model in the files of MarianMT, for "
                         "transformers, or its weights "
                         "in 8 bits, for quick starts");
  FlagGroup group(*command, "Options");
  group
      .Bare("--model", flags->model,
            "Model to read: a directory, or an archive NAME.zip")
      ->required();
  CLI::Option* output =
      group.Bare("--output", flags->output,
                 "Directory to write; an older checkpoint there is replaced");
  CLI::Option* type = group.Add(
      "--type", flags->type,
      "Type of the stored weights, float32 or float16; translations are the "
      "same with float32");
  type->check(CLI::IsMember(Types()));
  group
      .Switch("--int8", flags->int8,
              "Add int8.safetensors to the directory of --model: a server with "
              "--compute-type int8 then starts sooner, and translates the same")
      ->excludes(output)
      ->excludes(type);
  command->callback([flags, &exit_code] {
    const absl::Status status = RunConvert(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "convert: %s\n",
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace interpres
