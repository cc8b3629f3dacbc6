/**
 * The languages in which `Intl.DisplayNames` knows names of countries that no other language in this list gives
 * (BCP 47). A region or a script stands beside a language where it brings further names. A test compares the list
 * with the languages that the runtime knows.
 */
export const languages: readonly string[] = [
  'af/agq/ak/am/ar/ar-LY/ar-SA/as/asa/ast/az/az-Cyrl',
  'ba/bas/be/bez/bg/blo/bm/bn/bo/br/brx/bs/bs-Cyrl/bua',
  'ca/ccp/ce/ceb/cgg/chr/ckb/cs/csw/cv/cy',
  'da/dav/de/de-CH/dje/doi/dsb/dyo/dz',
  'ee/el/en/en-AG/en-AU/eo/es/es-AR/et/eu/ewo',
  'fa/fa-AF/ff/ff-Adlm/fi/fil/fo/fr/fr-CA/fur/fy',
  'ga/gd/gl/gsw/gu/gv',
  'ha/haw/he/hi/hi-Latn/hr/hsb/hu/hy',
  'ia/id/ie/ig/ii/is/it',
  'ja/jgo/jv',
  'ka/kab/kam/kde/kea/kgp/khq/ki/kk/kk-Arab/kl/kln/km/kn/ko/ko-KP/kok/kok-Latn/ks/ks-Deva/ksb/ksf/ksh/ku/kxv/kxv-Deva/kxv-Orya/kxv-Telu/ky',
  'lag/lb/lg/lij/lkt/ln/lo/lrc/lt/lu/luo/luy/lv',
  'mai/mer/mfe/mg/mgh/mi/mk/ml/mn/mni/mr/ms/mt/mua/my/mzn',
  'naq/nb/nd/nds/ne/nl/nmg/nn/nnh/nqo/nus/nyn',
  'oc/om/or/os',
  'pa/pcm/pl/prg/ps/ps-PK/pt/pt-AO',
  'qu',
  'rm/rn/ro/rof/ru/ru-UA/rw',
  'sa/sah/sat/sbp/sc/scn/sd/sd-Deva/se/se-FI/seh/sg/shi/shi-Latn/shn/si/sk/sl/smn/sn/so/sq/sr/sr-BA/sr-Latn/sr-Latn-BA/sr-Latn-XK/sr-ME/sr-XK/st/su/sv/sw/sw-CD/sw-KE/syr',
  'ta/te/tg/th/ti/tk/tn/to/tok/tr/tt/tyv/tzm',
  'ug/uk/ur/ur-IN/uz/uz-Cyrl',
  'vai/vai-Latn/vec/vi/vmw',
  'wae/wo',
  'xh/xnr/xog',
  'yav/yi/yo/yo-BJ/yrl/yrl-CO/yue/yue-Hans',
  'za/zgh/zh/zh-HK/zh-Hant/zu',
].flatMap((some) => some.split('/'))
