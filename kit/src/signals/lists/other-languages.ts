/**
 * Frequent small words of languages that the rules do not read, so that they are not taken for one that they
 * do: Catalan has "la" and "un" like French, Galician has "non" and "me". They decide against a language
 * and for none, so a language that is missing here is not read either: see `detect-language.ts`.
 */
export const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  af: `ek jy hy ons julle hulle die en of nie met vir van het sal kan wil moet is was my jou sy haar dit daar wat hoe
    waar hoekom nog al baie meer geen asseblief dankie soek koop wees lewe 'n n maar as dat hierdie daardie na in op
    aan uit by deur om te sou wie wanneer ook so iets niks nooit graag goeie nuwe goedkoop beste skoene selfoon
    rekenaar yskas kombuis kinders vrou man huis werk geld tyd dag jaar gaan kom sien weet dink maak doen gee neem
    nodig ’n`,
  ca: `jo tu ell ella nosaltres ells el la els les un una uns unes i o però no amb per sense que què quin quina com on quan
    perquè és són estic està tinc té vull voldria puc em et es meu meva més molt aquest aquesta això res mai ja gràcies busco`,
  cs: `já ty on ona my vy oni je jsem jsi jsou být bych by se si na do od za pro před při bez že ale nebo tak jak kde kdy
    proč co kdo už jen ještě nic nikdo nechci chci můžu mám máš to ten ta ty tento moje můj mě mi děkuji prosím hledám`,
  da: `jeg du han hun vi de det den en et er var være har havde vil skal kan ikke og eller men med til fra for på af om hvad
    hvem hvor hvordan hvorfor min mit mine dig mig sig noget intet mere aldrig tak gerne leder ville selv`,
  et: `mina ma sina sa tema ta meie me teie nad on olen oled oli ei ja või aga kui et mis kes kus miks kuidas see seda minu
    mulle mind tahan võin pean olla enam midagi palun aitäh otsin`,
  fi: `minä mä sinä sä hän me te he on olen olet oli ole ei en et eivät ja tai mutta että kun jos niin mikä mitä kuka missä
    miksi miten tämä se nämä ne minun mun minulle minua haluan voin täytyy enää mitään kiitos etsin kanssa itseni`,
  gl: `eu ti vostede el ela nós eles elas o a os as un unha uns unhas e ou pero mais non con sen que quen cal onde cando porque é son
    estou está teño ten quero quería podo me che lle meu miña máis moi moito este esta isto nada nunca xa grazas busco unha
    dunha nunha cunha á ao do da dos das no na polo pola hoxe mañá tamén xente cousa facer dicir`,
  hr: `ja ti on ona mi vi oni je sam si smo su bio biti bih ću se na u od za do sa bez da ne nije ali ili kao što šta tko ko
    gdje kada zašto kako to taj ta ovaj moj moja mene meni me mi više ništa nikad hvala želim hoću mogu tražim`,
  hu: `én te ő mi ti ők a az egy és vagy de hogy nem ne van vagyok volt lenni ez ezt azt mi mit ki hol mikor miért hogyan
    nekem engem magam már még csak is sem semmi soha akarok szeretnék tudok kell köszönöm keresek meg`,
  id: `saya aku kamu anda dia kami kita mereka yang di ke dari untuk dengan dan atau tapi tetapi tidak bukan jangan ini itu
    apa siapa mana kapan mengapa kenapa bagaimana ada adalah akan sudah belum bisa ingin mau harus lagi hidup cari`,
  lt: `aš tu jis ji mes jūs jie ir ar bet kad ne nėra yra esu buvo būti su be iš į ant per už kas ką kur kada kodėl kaip
    šis ši tas ta mano man mane save daugiau nieko noriu galiu reikia ačiū ieškau`,
  lv: `es tu viņš viņa mēs jūs viņi un vai bet ka ne nav ir esmu bija būt ar bez no uz par pie kas ko kur kad kāpēc kā šis
    tas mans man mani sevi vairs nekas gribu varu vajag paldies meklēju`,
  no: `jeg du han hun vi dere de det den en et ei er var være har hadde vil skal kan ikke og eller men med til fra for på av
    om hva hvem hvor hvordan hvorfor min mitt mine deg meg seg noe ingenting mer aldri takk gjerne leter lenger selv`,
  pl: `ja ty on ona my wy oni jest jestem są być był się na do od za dla przed przy bez z w i a ale lub albo że jak gdzie
    kiedy dlaczego co kto już tylko jeszcze nic nikt nie chcę mogę mam masz to ten ta te mój moja mnie mi mną więcej
    dziękuję proszę szukam żyć`,
  ro: `eu tu el ea noi voi ei ele un o și sau dar că să nu este e sunt suntem ești a fi am ai are au vreau pot trebuie mă te
    se îmi îți mi ți meu mea cu fără pe la în din de pentru ce cine unde când cum mai foarte nimic niciodată deja caut`,
  sk: `ja ty on ona my vy oni je som si sú byť by sa na do od za pre pred pri bez že ale alebo tak ako kde kedy prečo čo kto
    už len ešte nič nikto nechcem chcem môžem mám máš to ten tá tento moje môj mňa mi ďakujem prosím hľadám`,
  sl: `jaz ti on ona mi vi oni je sem si smo so biti bi se na v od za do z s brez da ne ni ali pa kot kaj kdo kje kdaj zakaj
    kako to ta tisti moj moja mene meni me mi več nič nikoli hvala želim hočem lahko iščem`,
  sq: `unë ti ai ajo ne ju ata është jam janë kam ka të një dhe ose por që nuk s'jam me pa për në nga si kush çfarë ku kur pse
    im ime mua më kjo ky dua mund duhet asgjë kurrë faleminderit kërkoj`,
  sv: `jag du han hon vi ni de det den en ett är var vara har hade vill ska kan inte och eller men med till från för på av om
    vad vem var hur varför när min mitt mina dig mig sig något inget mer aldrig tack gärna söker längre orkar själv`,
  sw: `mimi wewe yeye sisi nyinyi wao na ya wa kwa ni si la za katika hii hiyo huo yangu yako yake nini nani wapi lini kwa
    nini sana tena pia lakini au kama nataka ninataka naweza sitaki asante natafuta`,
  tl: `ako ko ikaw ka mo siya niya kami namin tayo natin sila nila ang ng sa mga si ni kay na at o pero hindi wala may
    mayroon ito iyan iyon ano sino saan kailan bakit paano lang din rin naman nang gusto ayoko kailangan salamat`,
  tr: `ben sen o biz siz onlar bir bu şu ve veya ama ile için gibi kadar daha çok en var yok değil mi mı mu mü ne kim nerede
    nasıl neden niçin hangi benim senin bana beni kendimi istiyorum istemiyorum lazım artık hiç her şey teşekkürler arıyorum`,
  vi: `toi tôi ban bạn anh em chi chị la là va và khong không co có cho cua của nay này do đó gi gì ai dau đâu sao muon muốn
    cần can một mot những nhung được duoc rất rat`,
};
