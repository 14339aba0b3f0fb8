/** Materials, colours, forms, uses, places and sports: words before the name of a thing or at its beginning. */
export const describing = `
  abdeckung abend abnehmbar abo abwaschbar adapter agentur akku allergiker alpin altbau aluminium anbieter anfänger
  angel antik antirutsch arbeit arbeits atmungsaktiv aufbewahrung aufblasbar aufladbar auflage aussen auto
  automatisch außen baby bad bade bahn balkon ballett bambus barfuß bass basteln batterie bau baumwoll baumwolle
  beamer beheizbar beheizt behälter beige beleuchtet bequem berater beratung berg betreuung bett bettlaken bezug
  bezüge bier bio biologisch blau bluetooth boden bohnen bohr box boxen boxspring braun breit brett brot buche bunt
  business bügel büro bürste camping ceran chrom computer cord damen deckel deckenhoch design detektor deutsch
  dichtung dielen dienst digital doppel dose dosen draht dreh drucker dunkel dunkelblau dusch duschkopf dünn eck
  edelstahl eiche eimer einbau einfach einzel eis elastisch elegant elektrisch elektro elektronisch energie
  energiesparend englisch ergonomisch ersatz ersatzteil erste espresso essen essential extern fahrrad faltbar
  familien farbig feile fein feinstaub fell fenster fernbedienung fest feuchtigkeit feuer filter firma fisch fitness
  flach flauschig fleisch flexibel fliesen foto französisch freizeit frisch frühling fuss fuß fußball gaming garten
  gas gebraucht geburtstag geburtstags gefüttert gel gelb gemüse gerät geräte geräuschlos gesund gesundheits
  getränke gewicht glas glutenfrei gold golden golf grau graviert griff grill grün gummi gusseisern haar haken
  halter halterung hammer hand handgemacht handtuch handtücher handwerk hart haus haushalts haustier haut heim
  heimkino heiss heiz heiß herbst herren hoch hochwertig hochzeit hochzeits holz holzkohle honig hotel hund hunde
  hybrid hydraulisch hypoallergen hänge höhenverstellbar indoor induktions innen insekten internet isoliert
  italienisch jagd jalousie japanisch jogging jugend jungen kabellos kaffee kalt kaltschaum kamera kamm kapseln
  karton kaschmir katzen keller keramik kerzen kinder kinderzimmer kiste klapp klappbar klassisch klebeband kleber
  klein kletter klima knoblauch koch kohle kompakt kompression konferenz korb kosmetik kraft kranken kreativ kräftig
  kräuter kuchen kunst kupfer kurz käse körbe küche küchen kühl künstlich lack laken laminat lammfell lang langlauf
  laser lauf laufen led leder lehrer leinen leise leucht licht liege lotion luft luxus lärm magnetisch mahlwerk
  maler manuell marmor maske masken massage massiv massivholz matt mechanisch medizinisch meer mehrweg melder memory
  merino metall miet mikrofaser milch mineral mini minimalistisch mobil modern montage morgen motor motorrad
  mountain musik mädchen möbel mücken nachfüllpack nachhaltig nachhilfe nacht nackenstütze nagel nass natur
  natürlich neon nordisch notfall nuss nägel obst ofen ordnung orthopädisch outdoor oval pads paket pakete papier
  parkett party patrone patronen pelz personalisiert pflanzen pflaster pflege pflegeleicht picknick pinsel plastik
  plissee polster porzellan privat professionell profi programmierbar puder pulver putz quer rad rasen rattan rauch
  rechts rein reinigung reise reit reparatur retro riemen ritter roboter robust roll rolle rosa rot rucksack ruder
  rund rutschfest rückenfreundlich salbe samt sand satin sauna schaf schallschutz schaum schere schlaf schlafzimmer
  schlank schloss schlösser schlüssel schmal schmuck schnee schnur schraubendreher schreib schul schule schulter
  schulung schutz schwanger schwarz schweiß schwer schwimm see segel seide seil seminar senioren sensor serum
  service set sets sicherheits silber silikon sitter sitz skandinavisch ski smart sofa solar sommer sonnen spanisch
  spiel sport sportlich spray spur spül stabil stahl stand standfest staub stauraum steh stein stereo stoff strand
  strick strom studenten stunden ständer tablet tabletten tages tanz tapete taschen tauch tee teleskop tennis
  teppich terrasse textil theater tier tisch titan toiletten tracker trag tragbar trainer training transport traum
  trek trekking tropen tropfen turn tv türkis uhren unternehmen unterricht unterwasser urlaub usb vakuum vegan
  vegetarisch velours verchromt verleih verlängerung vermietung versicherer verstellbar verteiler vintage vlies
  vogel voll vollautomatisch vorhänge waage wald wand wander wandern warm wartung wasch waschbar wasser wasserdicht
  wasserfest weich weihnachts wein weiss weiß werk werkzeug werkzeuge wetter wetterfest wild wind winddicht winter
  wlan wohn wohnmobil wohnzimmer woll workshop wärme wäsche yoga zahn zange zeichen zimmer zink zubehör zucker
  zuckerfrei zwei öko öl`;
