// Tested by inspect_command_test.cc.

#include "model/trainer/inspect_command.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/trainer/embedding_neighbours.h"
#include "model/trainer/inspection.h"
#include "model/trainer/inspection_format.h"
#include "model/trainer/inspection_report.h"

namespace interpres {
namespace {

struct InspectFlags {
  std::filesystem::path model;
  std::vector<std::string> neighbours;
  int64_t count = 10;
  bool json = false;
  std::filesystem::path report;  // empty means no page
  std::vector<std::string> words;
};

absl::StatusOr<NeighbourList> ListNeighbours(const ModelDirectory& model,
                                             const std::string& piece_or_word,
                                             int64_t count) {
  NeighbourList list;
  INTERPRES_ASSIGN_OR_RETURN(list.id,
                             FindToken(model.description, piece_or_word));
  for (const auto& [piece, id] : model.description.pieces_of_source()) {
    if (id == list.id) {
      list.piece = piece;
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(list.neighbours,
                             NearestNeighbours(model, list.id, count));
  return list;
}

absl::Status RunInspect(const InspectFlags& flags) {
  INTERPRES_ASSIGN_OR_RETURN(const ModelDirectory model,
                             ReadModelDirectory(flags.model));
  std::vector<NeighbourList> neighbours;
  for (const std::string& piece_or_word : flags.neighbours) {
    INTERPRES_ASSIGN_OR_RETURN(
        NeighbourList list, ListNeighbours(model, piece_or_word, flags.count));
    neighbours.push_back(std::move(list));
  }
  const Inspection inspection = InspectModel(model);
  const std::string text = flags.json
                               ? FormatInspectionJson(inspection, neighbours)
                               : FormatInspection(inspection, neighbours);
  if (!flags.report.empty()) {
    INTERPRES_RETURN_IF_ERROR(
        WriteInspectionReport(model, flags.words, flags.report));
  }
  std::fputs(text.c_str(), stdout);
  return absl::OkStatus();
}

}  // namespace

void AddInspectCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<InspectFlags>();
  CLI::App* command = app.add_subcommand(
      "inspect", "Print the parts, tensors and provenance of a checkpoint");
  command->add_option("model", flags->model, "Checkpoint directory")
      ->required();
  command
      ->add_option("--neighbours", flags->neighbours,
                   "Also print the nearest neighbours of this piece or word, "
                   "by cosine similarity of embeddings; may be given again")
      ->allow_extra_args(false);
  command->add_option("--count", flags->count, "Neighbours to print for each")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command->add_flag("--json", flags->json, "Print one JSON object");
  CLI::Option* report = command->add_option(
      "--report", flags->report,
      "HTML file for pictures of the positional encoding, of the similarities "
      "of words and of the parameter shares");
  command
      ->add_option("--words", flags->words,
                   "Words of the similarities, separated by commas; a word of "
                   "several pieces is the mean of their embeddings [frequent "
                   "words of the vocabulary]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(report);
  command->callback([flags, &exit_code] {
    const absl::Status status = RunInspect(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "inspect: %s\n",
                   std::string(status.message()).c_str());
      exit_code = 1;
    }
  });
}

}  // namespace interpres
