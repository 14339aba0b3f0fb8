/** Materials, colours, forms, uses, places and sports: words before the name of a thing or at its beginning. */
export const describing = `abend abnehmbar abwaschbar akku allergiker alpin altbau aluminium anfänger angel antik antirutsch arbeit arbeits
  atmungsaktiv aufblasbar aufbewahrung aufladbar aussen außen auto automatisch baby bad bade bahn balkon ballett bambus
  barfuß bass basteln batterie bau baumwoll baumwolle beamer beheizbar beheizt beige beleuchtet bequem berg bett bier bio
  biologisch blau bluetooth boden bohr boxspring braun breit brett brot buche bügel bunt büro business camping chrom computer
  cord damen deckenhoch design deutsch digital doppel draht dreh drucker dünn dunkel dunkelblau dusch duschkopf eck edelstahl
  eiche einbau einfach einzel eis elastisch elegant elektrisch elektro elektronisch energie energiesparend englisch
  ergonomisch erste espresso essen essential extern fahrrad faltbar familien farbig fein feinstaub fell fenster fest
  feuchtigkeit feuer filter fisch fitness flach flauschig fleisch flexibel foto französisch freizeit frisch frühling fußball
  fuss fuß gaming garten gas gebraucht geburtstag geburtstags gefüttert gelb gemüse geräuschlos gesund gesundheits getränke
  gewicht glas glutenfrei gold golden golf grau graviert grill grün gummi gusseisern haar hand handgemacht handwerk hänge
  hart haus haushalts haustier haut heim heimkino heiss heiß heiz herbst herren hoch hochwertig hochzeit hochzeits höhenverstellbar
  holz holzkohle honig hotel hund hunde hybrid hydraulisch hypoallergen indoor induktions innen insekten internet isoliert
  italienisch jagd japanisch jogging jugend jungen kabellos kaffee kalt kaltschaum kamera karton kaschmir käse katzen keller
  kerzen keramik kinder kinderzimmer klapp klappbar klassisch klein kletter klima kletter knoblauch koch kohle kompakt
  kompression konferenz korb kosmetik kraft kranken kräuter kreativ kräftig kuchen küche küchen kühl kunst künstlich kupfer
  kurz lammfell lang langlauf lärm laser lauf laufen leder leinen leise led leucht licht liege luft luxus mädchen magnetisch
  mahlwerk maler manuell marmor massage massiv massivholz matt mechanisch medizinisch mehrweg meer memory merino metall
  miet mikrofaser milch mineral mini minimalistisch mobil modern möbel morgen motor motorrad mountain mücken musik
  nachhaltig nachhilfe nacht nackenstütze nagel nass natur natürlich neon nordisch notfall nuss obst ofen öko öl ordnung
  orthopädisch outdoor oval papier party pelz personalisiert pflanzen pflege pflegeleicht picknick plastik polster porzellan
  privat professionell profi programmierbar puder putz quer rad rasen rattan rauch rechts reinigung reise rein reit retro
  riemen ritter robust roll rosa rot ruder rucksack rückenfreundlich rund rutschfest samt sand satin sauna schaf schallschutz schaum
  schlaf schlafzimmer schlank schmal schmuck schnee schreib schul schule schulter schutz schwanger schwarz schweiß schwer
  schwimm see segel seide senioren sicherheits silber silikon sitz skandinavisch ski smart sofa solar sommer sonnen
  spanisch sport sportlich spiel spül spur stabil stahl stand standfest staub stauraum steh stein stereo stoff strand strick
  strom studenten tablet tages tanz taschen tauch tee teleskop tennis terrasse teppich textil theater tier tisch titan toiletten
  tragbar trag training transport traum trek trekking tropen türkis turn tv uhren unterwasser urlaub usb vakuum vegan vegetarisch
  velours verchromt verstellbar vintage vlies vogel voll vollautomatisch wald wand wander wandern wärme warm wasch waschbar
  wasser wasserdicht wasserfest wein weihnachts weich weiß weiss werk wetter wetterfest wild wind winddicht winter wlan woll
  wohn wohnzimmer wohnmobil yoga zahn zeichen zimmer zink zucker zuckerfrei zwei
  zubehör gerät geräte set sets paket pakete halter halterung ständer ersatz ersatzteil abdeckung auflage bezug bezüge box
  boxen kiste körbe behälter dose dosen eimer deckel haken bügel griff schloss schlösser schlüssel seil draht
  schnur adapter verteiler verlängerung fernbedienung sensor melder detektor tracker patrone patronen nachfüllpack abo
  kapseln pads bohnen pulver tabletten tropfen gel lotion salbe spray pflaster maske masken öl serum bürste kamm schere
  feile waage werkzeug werkzeuge schraubendreher hammer zange nägel kleber klebeband dichtung lack pinsel rolle
  tapete fliesen laminat parkett dielen vorhänge jalousie plissee laken handtuch handtücher bettlaken wäsche
  service dienst reparatur reinigung montage vermietung verleih wartung beratung berater versicherer anbieter unterricht
  stunden schulung seminar workshop trainer lehrer betreuung sitter firma unternehmen agentur`;
