/** ISO 3166-1: each country as its two letters and then its three; with Kosovo, which has codes in use only. */
const CODES =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA ' +
  'AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES ' +
  'BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK ' +
  'CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA ' +
  'DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA ' +
  'GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS ' +
  'GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD ' +
  'IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA ' +
  'KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA ' +
  'LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ ' +
  'MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC ' +
  'NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM ' +
  'PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC ' +
  'SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV ' +
  'SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR ' +
  'TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR ' +
  'VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE ';

/**
 * Codes in use beside the standard, with the country that each means: the United Kingdom, Northern Ireland, Greece as
 * the EU writes it, the Canaries, Ceuta and Melilla, metropolitan France.
 */
const OTHER_CODES = 'UKGBR XIGBR ELGRC ICESP EAESP FXFRA';

/** The two and the three letters of each country. */
export const COUNTRIES = CODES.trim()
  .split(' ')
  .map((codes) => [codes.slice(0, 2), codes.slice(2)] as const);

const COUNTRY_BY_CODE: ReadonlyMap<string, string> = new Map(
  (CODES + OTHER_CODES).split(' ').flatMap((codes): [string, string][] => {
    const two = codes.slice(0, 2);
    const three = codes.slice(2);
    return [
      [two, three],
      [three, three],
    ];
  }),
);

/** The three-letter code of the country that a two- or three-letter code names; undefined if nobody uses the code. */
export function findCountry(code: string): string | undefined {
  return COUNTRY_BY_CODE.get(code.toUpperCase());
}

/** With Åland and the outermost regions of France, which have codes of their own. */
export const EUROPEAN_ECONOMIC_AREA: readonly string[] = (
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ' +
  'ESP SWE ISL LIE NOR ALA GLP MTQ GUF REU MYT MAF'
).split(' ');

/** No country, but what `EU` names, which is written where nobody knows which one it is. */
export const EUROPEAN_UNION = 'EUE';
