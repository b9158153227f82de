// Tested by m2m_100_test.cc.

#include "model/checkpoint/m2m_100_languages.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_split.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// CODE=TAG, or CODE alone where the code is a tag of BCP 47.
constexpr std::string_view kM2mList =
    "af am ar ast az ba be bg bn br bs ca ceb cs cy da de el en es et fa ff "
    "fi fr fy ga gd gl gu ha he hi hr ht hu hy id ig ilo is it ja jv ka kk km "
    "kn ko lb lg ln lo lt lv mg mk ml mn mr ms my ne nl no ns=nso oc or pa pl "
    "ps pt ro ru sd si sk sl so sq sr ss su sv sw ta th tl tn tr uk ur uz vi "
    "wo xh yi yo zh zu ";

// The tag has a script only if a language occurs in two scripts, and the script
// is not its usual one.
constexpr std::string_view kNllbList =
    "ace_Arab=ace-Arab ace_Latn=ace acm_Arab=acm acq_Arab=acq aeb_Arab=aeb "
    "afr_Latn=af ajp_Arab=ajp aka_Latn=ak amh_Ethi=am apc_Arab=apc "
    "arb_Arab=ar ars_Arab=ars ary_Arab=ary arz_Arab=arz asm_Beng=as "
    "ast_Latn=ast awa_Deva=awa ayr_Latn=ay azb_Arab=azb azj_Latn=az "
    "bak_Cyrl=ba bam_Latn=bm ban_Latn=ban bel_Cyrl=be bem_Latn=bem "
    "ben_Beng=bn bho_Deva=bho bjn_Arab=bjn-Arab bjn_Latn=bjn bod_Tibt=bo "
    "bos_Latn=bs bug_Latn=bug bul_Cyrl=bg cat_Latn=ca ceb_Latn=ceb "
    "ces_Latn=cs cjk_Latn=cjk ckb_Arab=ckb crh_Latn=crh cym_Latn=cy "
    "dan_Latn=da deu_Latn=de dik_Latn=dik dyu_Latn=dyu dzo_Tibt=dz "
    "ell_Grek=el eng_Latn=en epo_Latn=eo est_Latn=et eus_Latn=eu ewe_Latn=ee "
    "fao_Latn=fo pes_Arab=fa fij_Latn=fj fin_Latn=fi fon_Latn=fon fra_Latn=fr "
    "fur_Latn=fur fuv_Latn=fuv gla_Latn=gd gle_Latn=ga glg_Latn=gl grn_Latn=gn "
    "guj_Gujr=gu hat_Latn=ht hau_Latn=ha heb_Hebr=he hin_Deva=hi hne_Deva=hne "
    "hrv_Latn=hr hun_Latn=hu hye_Armn=hy ibo_Latn=ig ilo_Latn=ilo ind_Latn=id "
    "isl_Latn=is ita_Latn=it jav_Latn=jv jpn_Jpan=ja kab_Latn=kab "
    "kac_Latn=kac kam_Latn=kam kan_Knda=kn kas_Arab=ks kas_Deva=ks-Deva "
    "kat_Geor=ka knc_Arab=kr-Arab knc_Latn=kr kaz_Cyrl=kk kbp_Latn=kbp "
    "kea_Latn=kea khm_Khmr=km kik_Latn=ki kin_Latn=rw kir_Cyrl=ky "
    "kmb_Latn=kmb kon_Latn=kg kor_Hang=ko kmr_Latn=ku lao_Laoo=lo lvs_Latn=lv "
    "lij_Latn=lij lim_Latn=li lin_Latn=ln lit_Latn=lt lmo_Latn=lmo "
    "ltg_Latn=ltg ltz_Latn=lb lua_Latn=lua lug_Latn=lg luo_Latn=luo "
    "lus_Latn=lus mag_Deva=mag mai_Deva=mai mal_Mlym=ml mar_Deva=mr "
    "min_Latn=min mkd_Cyrl=mk plt_Latn=mg mlt_Latn=mt mni_Beng=mni "
    "khk_Cyrl=mn mos_Latn=mos mri_Latn=mi zsm_Latn=ms mya_Mymr=my nld_Latn=nl "
    "nno_Latn=nn nob_Latn=nb npi_Deva=ne nso_Latn=nso nus_Latn=nus "
    "nya_Latn=ny oci_Latn=oc gaz_Latn=om ory_Orya=or pag_Latn=pag pan_Guru=pa "
    "pap_Latn=pap pol_Latn=pl por_Latn=pt prs_Arab=prs pbt_Arab=ps "
    "quy_Latn=qu ron_Latn=ro run_Latn=rn rus_Cyrl=ru sag_Latn=sg san_Deva=sa "
    "sat_Beng=sat scn_Latn=scn shn_Mymr=shn sin_Sinh=si slk_Latn=sk "
    "slv_Latn=sl smo_Latn=sm sna_Latn=sn snd_Arab=sd som_Latn=so sot_Latn=st "
    "spa_Latn=es als_Latn=sq srd_Latn=sc srp_Cyrl=sr ssw_Latn=ss sun_Latn=su "
    "swe_Latn=sv swh_Latn=sw szl_Latn=szl tam_Taml=ta tat_Cyrl=tt tel_Telu=te "
    "tgk_Cyrl=tg tgl_Latn=fil tha_Thai=th tir_Ethi=ti taq_Latn=taq "
    "taq_Tfng=taq-Tfng tpi_Latn=tpi tsn_Latn=tn tso_Latn=ts tuk_Latn=tk "
    "tum_Latn=tum tur_Latn=tr twi_Latn=tw tzm_Tfng=tzm uig_Arab=ug "
    "ukr_Cyrl=uk umb_Latn=umb urd_Arab=ur uzn_Latn=uz vec_Latn=vec "
    "vie_Latn=vi war_Latn=war wol_Latn=wo xho_Latn=xh ydd_Hebr=yi yor_Latn=yo "
    "yue_Hant=yue zho_Hans=zh-Hans zho_Hant=zh-Hant zul_Latn=zu ";

std::vector<ModelLanguage> Parse(std::string_view list) {
  std::vector<ModelLanguage> languages;
  for (const absl::string_view entry :
       absl::StrSplit(AsAbsl(list), ' ', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(entry, absl::MaxSplits('=', 1));
    languages.push_back(
        {.code = parts.first,
         .tag = parts.second.empty() ? parts.first : parts.second});
  }
  return languages;
}

}  // namespace

std::vector<ModelLanguage> LanguagesOf(LanguageList list) {
  switch (list) {
    case LanguageList::kM2m:
      return Parse(kM2mList);
    case LanguageList::kNllb:
      return Parse(kNllbList);
  }
  return {};
}

}  // namespace interpres
