"""Random weights for a MarianMT model, drawn from torch's generator."""

import torch


def randomise(model, pad_token_id, spread):
    """Matrices from N(0, spread / sqrt(inputs)), vectors around their neutral
    value; the positions stay, and the padding row is zero."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" in name:
                continue
            if parameter.dim() == 1:
                mean = 1.0 if name.endswith("layer_norm.weight") else 0.0
                parameter.normal_(mean, 0.2)
            else:
                parameter.normal_(0.0, parameter.shape[-1] ** -0.5 * spread)
        model.model.shared.weight[pad_token_id].zero_()
