import type { LanguageFile } from './language.ts';
import { describing } from './nl-describing.ts';

export const nl: LanguageFile = {
  code: 'nl',
  letters: 'àáäâèéëêïíîòóöôüúûçñ',
  joiners: '',
  idioms: `in ieder geval, op voorraad, een kat in de zak, kat in de zak, van de kook, in de war, aan de slag,
    op de hoogte, aan de hand, uit de hand, voor de hand, de kat uit de boom, in de knoop, op de fles, over de kop,
    een oogje in het zeil, met de deur in huis, spijkers op laag water, ergens een stokje voor,
    het loopt de spuigaten uit, muis van je hand, in de soep, appeltje te schillen, peulenschil, op de bank zitten,
    op de bank liggen, in de trein, op de fiets, met de fiets, met de auto, in het vliegtuig, in de auto,
    thuis op de bank`,
  stop: `ne fijn degelijke aan aanbevelen aanbeveling aanbevelingen aanbieding aanbiedingen aanraden aanrader
    aanraders aankoop aankopen aantal ach achter af al algemeen alle alleen allemaal alles als alsjeblieft alsof
    alstublieft altijd ander andere anders asjeblieft aub beetje begin beginnen behalve beide ben benen bent bepaald
    bepaalde bestaan bestaat beste bestel bestellen besteld bestelling beter betere betaal betalen betekent bezig bij
    bijna bijvoorbeeld binnen blij blijft blijven boven brengen budget buiten daar daarin daarmee daarna daarom daarop
    daarvan daarvoor dag dagen dan dank dankje dankjewel dat de deed denk denken denkt der deze die dichtbij ding
    dingen dit doe doen doet dood door draait drie duizend dus dure duur duurder duurt echt echte een eens eentje
    eerder eerlijk eerst eerste effe effen eigen eigenlijk elk elke en enige enkele er eraan erg ergens erin erop
    ervan ervaring ervoor euro euri even fijne gaan gaat gauw ge geb gebruik gebruiken gebruikt gedaan geef geen
    gegeven gehad geheel geheim geld geleden geleverd gelukkig genoeg geven geweest gewoon gezocht ging gister
    gisteren goed goede goedkoop goedkope goedkoper goeds goeie graag gratis groot grote groter haal haalt haar had
    hadden halen half hallo handig handige hangt hard heb hebben hebt heeft heel hele helemaal help helpen helpt hem
    hen het hetzelfde hey hi hier hij hoe hoeft hoeveel hoeven hoewel hoi honderd hoogstens hooguit hoor houden houdt
    hulp hun hè iedereen ieder iedere iemand iets ik in inclusief inmiddels is ja jaar jaren je jij jou jouw jullie
    juist kan kapot keer keuze kies kiezen kijk kijken kijkt klaar klein kleine kleiner klinkt klopt kom komen komt
    kon koop koopt kopen kost kosten krijg krijgen krijgt kun kunnen kunt kwijt laat laatst laatste lang lange langer
    laten leen leg leggen lekker lekkere lenen leren leuk leuke levert lief liefst liever ligt lijkt links loopt los
    maak maakt maar maken makkelijk makkelijke man mag maximaal maximum me mee meer meest meestal meeste men met
    meteen mezelf mij mijn minder minimaal minstens misschien mn moest moet moeten mogelijk mogelijkheid mogen mooi
    mooie morgen na naar naast nee neem neemt nemen net niemand niet niets niks nodig nog nooit normaal normale nou nu
    of ofzo ok oké om omdat onder ongeveer ons onze ook op open opnieuw oud over overal paar per persoon personen plek
    plots precies prijs prijzen prijsklasse prima proberen probeer qua raad raden raadt rechts reden redelijk
    redelijke rond ruim samen schrijf sinds slecht slechte snap snel sommige soms soort soorten spul spullen staan
    staat steeds stuk stuks stuur super te tegen ten terug terwijl tevreden thuis tijd tijdens tijdje tip tips toch
    toe toen tot totaal tussen twee u uit uw vaak vaker van vanaf vanavond vandaag vanuit vanwege vast veel veilig ver
    verder verkoopt verkopen vertel vervangen verschil verschillende versus via vier vind vinden vindt vlug vol
    volgende volgens voor vooral vorig vorige vorm vraag vragen vrij vs waar waaraan waarbij waardoor waarin waarmee
    waarna waarom waarop waarvan waarvoor wanneer want waren waarschijnlijk was wat we weer weet weg weinig wel welk
    welke werd werken werkt weten wie wij wil wilde wilden willen wilt worden wordt wou woon wou zag zal zaten ze zeer
    zeg zeggen zegt zei zeker zelf zelfs zet zetten zich zie ziet zij zijn zin zit zitten zn zo zoals zoek zoeken
    zoekt zoiets zojuist zolang zon zonder zou zouden zoveel zulke zullen zult ding hopelijk euros best volwassenen
    ineens moment verschil gezellig jammer leuks bedankt dankzij onderling nieuw nieuwe nieuws wacht bovendien allebei
    eindelijk gek raar gaaf tof jawel ie m'n z'n da ' nen ene den zie-je amai allee efkes seffens iet gij gijlie uwe
    ulder kunde hebde zijde goei schoon schone ni nie overweeg overwegen twijfel twijfelen snelle ideaal ideale
    perfect perfecte geschikt geschikte passend passende betaalbaar betaalbare voordelig voordelige goedkoopste
    duurste mooiste lekkerste liefste grootste kleinste nieuwste zaterdag zondag maandag dinsdag woensdag donderdag
    vrijdag weekend week weken maand maanden uur uren minuut minuten minuutje ochtend avond middag nacht`,
  notGoods: `gedicht gedichten recept recepten idee ideeën hulp grap mop verhaal tekst brief naam namen tip tips
    advies raad antwoord uitleg vertaling samenvatting weer baan vriend vriendin tijd pauze account rekening
    wachtwoord bestelling pakket pakketje levering abonnement terugbetaling geld verschil betekenis woord woorden
    vraag vragen werk weg studie zin weetje weetjes oefening oefeningen voorbeeld voorbeelden functie script code
    formule mening plan plannen stap stappen`,
  people: `moeder vader mama papa mam pap ma pa vrouw man vriend vriendin dochter zoon broer zus zusje broertje kind
    kinderen baby oma opa ouders schoonmoeder schoonvader schoonouders tante oom neef nicht beginner beginners student
    studenten gezin familie collega collega's baas jongen jongens meisje meisjes puber pubers tiener peuter kleuter
    iemand buurman buurvrouw buren bovenburen onderburen partner senior senioren mensen volwassene volwassenen`,
  parts: 'machine programma kabel deken spel kleur apparaat toestel set',
  describing,
  softeners: `een de het 'n n één ne nen den nieuw nieuwe goed goede goeie goedkoop goedkope mij me ons mooi mooie
    leuk leuke klein kleine groot grote fijn fijne lekker lekkere paar zo'n zo nog even eens gewoon graag eerst net
    beste handige handig degelijke betaalbare wat soort meteen echte echt eigen liefst`,
  prepositions: `voor met in op van bij te naar aan uit zonder over als om tegen onder boven naast rond per achter
    tijdens via door`,
  request: `iets tegen, wat tegen, nieuw, nieuwer, nieuwere, zoek, zoek naar, zoeken, zoeken naar,
    op zoek naar, nodig, heb nodig, heb * nodig, hebben * nodig, wil, willen, wil graag, zou graag, zou * willen,
    kopen, koop, koop ik, bestellen, bestel, aanraden, raad je, raden jullie, aanrader, aanbevelen, tips voor,
    tip voor, laat me * zien, toon me, beste, goede, goeie, goedkope, goedkoopste, welke, welk, wat voor,
    aanbiedingen voor/van/op, aanbieding voor/op, wat kost, wat kosten, hoeveel kost, hoeveel kosten, hebben jullie,
    heb je, heeft u, heeft iemand, verkopen jullie, waar koop ik, waar kan ik, waar vind ik, waar vind je,
    alternatief voor, zo'n, iets als, ken je, kent iemand, wie weet, graag, doe mij maar, geef mij maar,
    iemand ervaring met, gezocht, wie kent, nieuwe, vervanging voor, mij, me`,
  mild: `nieuw beste goede goeie goedkope goedkoopste welke welk zo'n graag nieuwe mij me nodig`,
  intents: {
    support_request: {
      strong: `pompt niet, verwarmt niet, draait niet, centrifugeert niet, trekt niet, zuigt niet, print niet,
        herkent * niet, vindt * niet, verliest water, geeft * aan, raar geluid, vreemd geluid, gek geluid,
        maakt lawaai, piept en kraakt, rammelt, valt steeds uit, krijgt geen, laadt niet meer, kapot, defect,
        stuk gegaan, doet het niet, doet 't niet, doen het niet, doet niets, doet niks meer, werkt niet, werken niet,
        werkt niet meer, start niet, start niet op, gaat niet aan, gaat niet open, laadt niet, laadt niet op,
        lukt niet, krijg * niet, geen verbinding, foutmelding, foutcode, storing, vastgelopen, loopt vast, lekt,
        piept, flikkert, geld terug, terugbetaling, terugbetalen, alles terug, geretourneerd, retourneren, retour,
        terugsturen, terugstuur, omruilen, ruilen, reclamatie, klacht indienen, mijn bestelling, mijn pakket,
        mijn pakketje, mijn account, mijn wachtwoord, wachtwoord vergeten, wachtwoord herstellen, abonnement opzeggen,
        mijn abonnement, opzeggen, annuleren, klantenservice, klantendienst, helpdesk, niet aangekomen,
        nooit aangekomen, niet geleverd, niet ontvangen, nog niet binnen, nog steeds niet, waar blijft, waar is mijn,
        inloggen, kan niet inloggen, track and trace, beschadigd, repareren, laten repareren, resetten, hoe reset ik,
        hoe verbind ik, hoe koppel ik, hoe stel ik, dubbel afgeschreven, twee keer afgeschreven, afgeschreven,
        verkeerde maat/kleur/artikel, verkeerd geleverd, onder garantie, valt onder garantie, hoe vraag ik * terug,
        hoe zeg ik * op, hoe zet ik, hoe krijg ik mijn, hoe kan ik mijn, waarom doet mijn, waarom werkt mijn,
        mijn * niet meer, mijn factuur, geen factuur, factuur downloaden, mijn reservering/boeking/levering,
        wil niet meer, blijft hangen, valt uit, slaat af, scherm blijft zwart, exit code, stopt meteen`,
      weak: 'probleem met, problemen met, garantie, klacht, levering, vertraging',
    },
    objection_handling: {
      strong: `de moeite waard, zijn geld waard, het geld waard, waard, loont het, loont dat, heeft het zin,
        heeft dat zin, heeft een * zin, is dat wat, is het wat, iets voor iemand, of koop ik dan, of is dat, nodig of,
        weet niet of, twijfel, twijfel nog, ik twijfel, aarzel, sceptisch, nadelen, echt zo goed, voor die prijs,
        voor dat geld, nee bedankt, misschien later, geen interesse, waarom zo duur, onnodig, overbodig, overdreven,
        overschat, overhyped, hype, gimmick, heb ik dat echt nodig, heb ik dat wel nodig, zo veel geld, zoveel geld,
        nachtje over slapen, moet ik nog over nadenken, overleggen met mijn, woekerprijs, schrikt me af, te veel,
        veel te veel, te duur, veel te duur, te veel geld, niet zeker, onzeker, oplichting, oplichters, oplichterij,
        scam, betrouwbaar, veel te prijzig, prijzig, overprijsd, denk er nog over na, kan ik niet betalen,
        kan het niet betalen, vertrouw, vertrouw het niet, echt nodig, overtuigt me niet, niet overtuigd,
        slechte reviews, slechte beoordelingen, addertje, kat in de zak, miskoop, onzin, waardeloos, waardeloze,
        rommel, troep, zonde van het geld, weggegooid geld, nooit meer, zuigt, scheuren, gaat stuk,
        goeie kwaliteit of, belachelijk, schandalig, slechte kwaliteit, teleurgesteld, valt tegen, snel kapot`,
      weak: 'duur, bedenkingen, twijfels, nadeel, werkt dat, werkt dat echt',
    },
    comparison: {
      strong: `wat is slimmer/verstandiger/makkelijker/stiller/lichter/steviger, wat is het verschil, wat loont meer,
        vs, versus, of toch, of gewoon, of liever, of meteen, of een, of nieuwe, of nieuw, liever * of,
        wat is goedkoper/sneller/sterker/zuiniger/gezonder/beter/handiger/fijner, wat gaat langer mee,
        verschil tussen, verschil, verschillen, vergelijk, vergelijken, vergeleken met, vergelijking, beter dan,
        wat is beter, welke is beter, welke van, van de twee, alternatief voor, alternatieven, voor- en nadelen,
        voordelen, welke * de meeste, welke * het meeste, welke * de beste, repareren of, laten maken of, huren of,
        kopen of, zelf doen of`,
      weak: 'beter, alternatief',
    },
    purchase_inquiry: {
      strong: `cadeautip, cadeautips, cadeau-idee, cadeauidee, wat geef ik, wat geef je, wat kan ik * geven,
        hoe betaal ik, zoek, zoek naar, zoeken, op zoek naar, gezocht, kopen, bestellen, bestel, bestel ik, aanraden,
        raad je, raden jullie, raad jij, aanrader, aanraders, aanbevelen, aanbeveling, wat kost, wat kosten,
        hoeveel kost, hoeveel kosten, aanbiedingen, aanbieding, korting, kortingscode, in de aanbieding, op voorraad,
        laat me * zien, hebben jullie, verkopen jullie, neem ik, ik neem de/het/die/deze, betalen, afrekenen,
        in mijn winkelwagen, winkelmandje, heb een/nieuwe * nodig, heb * nodig, hebben * nodig, nodig, wil een,
        wil graag, zou graag een, cadeau voor, cadeautje voor, waar koop ik, waar kan ik * kopen, waar vind ik,
        wat voor, tips voor een, iemand een tip, wie doet dat, wie kan, wie maakt, wie heeft, doe maar, dan maar,
        mag kosten, mag * kosten, liefst, iets tegen, iets voor, ken je een, ken jij een, vervanging voor,
        toe aan een, ben toe aan`,
      weak: `goedkoop, goedkope, goedkoper, goedkoopste, voordelig, betaalbaar, betaalbare, nodig, wil, wil ik, beste,
        welke, welk, goed voor, goede, goeie, in het zwart, in het rood, in zwart, mag, moet, huren, boeken`,
    },
    information_seeking: {
      strong: `waar moet ik op letten, waar let je op, hoe maak ik * schoon, hoe reinig ik, hoe krijg ik * eruit,
        hoe krijg ik * weg, te veel * of te weinig, wat helpt, hoe maak je, hoe werkt, hoe werken, hoe kan het,
        hoe komt het, hoe veel weegt, hoe groot is, hoe oud, hoe lang, hoe ver, hoe hoog, hoe vaak, hoe doe je,
        hoe moet je, hoe stuur je, wie is/was/heeft, wanneer is/was/werd, waarom, waarvoor dient, leg uit, uitleggen,
        leg eens uit, wil * leren/weten/begrijpen/snappen, wat betekent, betekent, wat is het verschil tussen een,
        schrijf, schrijf een, vertaal, vertel, vertel me, samenvatten, samenvatting, weerbericht, recept, recept voor,
        hoe zeg je, hoofdstad, wat vind jij, wat vind je van, mag je, mag ik, mag dat, mag een, kan je zomaar,
        is het normaal, is dat normaal, is dat raar, klopt het dat, wat eten we, wat moet ik koken, weetjes,
        spreekbeurt, wat gebeurt er, waar komt * vandaan, bestaat er, hoeveel mensen, hoeveel inwoners`,
      weak: 'wat is, wat zijn, hoe, wat, wie, wanneer, is het, kun je, kan je, kan jij, blijft, oefeningen graag',
    },
  },
  trouble: `kapot defect stuk lekt lek stinkt ruikt verbrand druppelt flikkert piept klemt hapert hangt ontbreekt
    ontbreken gescheurd gebarsten bekrast beschadigd vertraagd verkeerd bromt oververhit gecrasht crasht crashte koud
    lekte piepte scheuren scheurt rammelt doorgelegen vastgelopen`,
  definite: `mijn m'n mn onze ons de het deze dit die dat jullie uw haar zijn z'n zn oude`,
  comparatives: 'meer minder',
  behaviours: {
    urgency: `vandaag, morgen, meteen, dringend, deze week, dit weekend, voor vrijdag/maandag/zaterdag/zondag/morgen,
      snel, vandaag nog, zo snel mogelijk, vanavond, komt zaterdag, komen zaterdag`,
    deal_seeking:
      'aanbieding, aanbiedingen, korting, kortingscode, afgeprijsd, koopje, koopjes, sale, solden, black friday, promo',
    price_sensitive: `goedkoop, goedkope, goedkoper, goedkoopst, goedkoopste, voordelig, voordelige, betaalbaar,
      betaalbare`,
    gift: 'cadeau, cadeautje, cadeaus, verjaardag, kerst, sinterklaas, moederdag, vaderdag, geschenk',
    ready_to_buy: `bestel ik, ik neem de/het/die/deze, die neem ik, dat neem ik, deze neem ik, nu bestellen, nu kopen,
      in mijn winkelwagen, hoe kan ik betalen, hoe betaal ik, afrekenen, doe die maar, doe maar die`,
    where_to_buy: `waar kan ik, waar koop ik, waar vind ik, waar krijg ik, waar verkopen ze, wat kost, wat kosten,
      hoeveel kost, op voorraad`,
  },
  topicChange: `andere vraag, ander onderwerp, trouwens, iets anders, iets heel anders, iets totaal anders, laat maar,
    vergeet het, vergeet maar, nee bedankt, even wat anders`,
  references: `het ze hem die dat deze dit ervan daarvan beide allebei goedkoper kleiner groter daarvoor daarbij
    daarmee`,
  comparing: { or: 'of vs versus', between: 'tussen', and: 'en', than: 'dan als' },
  questions: 'is zijn heeft hebben kan kun kunnen mag wordt moet moeten bestaat',
  excludes: `in plaats van, behalve, alles behalve, vooral geen, heb al, heb ik al, hebben al, heb reeds,
    niet van die, geen`,
  negators: 'niet geen niets niks nooit zonder behalve noch nie ni',
  wishes: 'van uit met in de het een meer wil zo die',
  feelings: {
    positive: `dankjewel, bedankt, dank je wel, geweldig, geniaal, fantastisch, enthousiast, blij mee, heel blij,
      zo blij, super bedankt, erg geholpen, klasse, prachtig, gelukkig, top bedankt, fijn dat, tof, zalig,
      helemaal top, 😊, 😍, 👍, ❤`,
    negative: `niemand reageert, niemand neemt op, zo veel geld, zoveel geld, verbrand, te veel, woekerprijs, haat,
      verschrikkelijk, vreselijk, slecht, erg slecht, geïrriteerd, irritant, ergerlijk, boos, woedend, teleurgesteld,
      teleurstellend, verdrietig, kapot, defect, beschadigd, te duur, oplichting, oplichters, schandalig, onbeschoft,
      klote, kut, shit, rot, rommel, troep, waardeloos, waardeloze, werkt niet, doet het niet, niet aangekomen,
      klopt niet, nooit meer, ramp, gestrest, belachelijk, balen, baal, gezeik, schande, oplichters, valt tegen, 😡, 😢,
      😭, 👎`,
    praise:
      'super, top, mooi, perfect, goed, leuk, dank, cool, prima, gezellig, lekker, fijn, keigoed, wijs',
  },
  price: {
    max: `tot, tot aan, tot max, tot maximaal, tot en met, onder, onder de, max, maximaal, hooguit, hoogstens,
      ten hoogste, niet meer dan, niet boven de, niet boven, niet over de, minder dan, goedkoper dan, maximum,
      niet duurder dan, beneden de, geen, <, ≤, < =, prijs tot, limiet, binnen de`,
    min: `boven, boven de, vanaf, meer dan, minstens, minimaal, min, ten minste, tenminste, op zijn minst,
      duurder dan, niet onder de, niet minder dan, >, ≥, > =`,
    maxAfter: `of minder, max, maximaal, maximum, hooguit, hoogstens, niet meer, en daaronder, of goedkoper,
      te besteden, uitgeven, uit te geven, budget, is mijn limiet, is de limiet, is mijn max, is het maximum,
      is de bovengrens, mag het kosten, mag hij kosten`,
    minAfter: 'of meer, en hoger, en meer, minimaal, minstens, en daarboven, plus, +',
    budget:
      'budget, budget is, budget van, budget ligt rond, budget bedraagt, uitgeven, te besteden, besteden, spenderen, mag kosten, mag * kosten',
    have: 'heb, ik heb, we hebben, wij hebben',
    between: 'tussen, tussen de, van, ergens tussen, in de range van',
    to: 'tot, tot en met, -, –, à',
    and: 'en, tot, en de, -, –',
    about: `ongeveer, circa, ca, rond, rond de, zo rond de, om en bij, om en nabij, een euro of, zo'n, pakweg,
      richting de, een stuk of, tegen de, ~, plusminus, zowat`,
    aboutAfter: 'of zo, ofzo, ongeveer, circa, à',
    fillers: 'van bij is : = de zo ongeveer circa ca rond het maar de zon totaal',
    told: `dat kost, kost al, kost wel, betaald, verdien, verdient, gekost, afgeschreven, uitgegeven, bespaard,
      schuld, salaris, loon, verzendkosten, houden, inhouden`,
    labels: `maat, leeftijd, sinds, nr, nummer, hoofdstuk, pagina, bladzijde, versie, jaar, kinderen, iphone, windows,
      om, groep, havo, klas, graad, uit, ben, iemand van, bent`,
    units: `km kilometer meter m uur uren u minuten min minuutje seconden dagen dag weken week maanden jaar jaren kg
      kilo kilogram gram g inch cm mm gb tb liter l ml watt procent personen mensen man graden pagina's paginas
      bladzijden stuks stukjes stuk kamers sterren pk kwh keer centimeter vierkante m2 m3 versnellingen delen delig
      kcal aannemers nachten nacht zitplaatsen`,
    per: 'per maand/jaar/nacht/persoon/stuk/dag/week/uur, maandelijks, in totaal, totaal, pp, p.p.',
  },
  numbers: {
    tien: 10,
    vijftien: 15,
    twintig: 20,
    vijfentwintig: 25,
    dertig: 30,
    vijfendertig: 35,
    veertig: 40,
    vijftig: 50,
    zestig: 60,
    zeventig: 70,
    vijfenzeventig: 75,
    tachtig: 80,
    negentig: 90,
    honderdtwintig: 120,
    honderdvijftig: 150,
    tweehonderd: 200,
    tweehonderdvijftig: 250,
    driehonderd: 300,
    driehonderdvijftig: 350,
    vierhonderd: 400,
    vijfhonderd: 500,
    zeshonderd: 600,
    zevenhonderd: 700,
    achthonderd: 800,
    negenhonderd: 900,
    twaalfhonderd: 1200,
    vijftienhonderd: 1500,
    tweeduizend: 2000,
    drieduizend: 3000,
    vierduizend: 4000,
    vijfduizend: 5000,
    tienduizend: 10000,
    twintigduizend: 20000,
    twee: 2,
    drie: 3,
    vier: 4,
    vijf: 5,
  },
  multipliers: { honderd: 100, duizend: 1000, k: 1000 },
  introductions:
    'ik heet, heet, mijn naam is, mijn naam luidt, naam :, ik ben de, noem me, noem mij, ze noemen me',
  beforeNames: `meneer mijnheer mevrouw mevr dhr dr hallo hoi beste lieve groetjes groeten groet ben dochter zoon
    broer zus vriendin vriend`,
  owners:
    'adres/telefoonnummer/gsm-nummer/nummer/e-mail/mail/rekening/paspoort/wachtwoord van, brief aan, mail aan, namens, in naam van',
  titles: 'meneer mijnheer mevrouw mevr mr dhr dr drs ir prof professor juffrouw',
  containers: `pak, pakje, pakken, pakket, pakketje, zak, zakje, zakken, doos, doosje, kist, kistje, krat, kratje,
    blik, blikje, blikken, pot, potje, glas, glaasje, fles, flesje, flessen, tube, paar, set, setje, stel, bos, bosje,
    rol, rollen, kilo, kg, gram, g, pond, ons, liter, l, stuk, stuks, hoeveelheid, kop, kopje, tas, bakje, bak,
    portie, plak, plakje, reep, paar stuks, een stuk of`,
  interests: `houdt van, gek op, dol op, fan van, verzamelt, speelt, doet graag, doet aan, bezig met,
    geïnteresseerd in, liefhebber van, die graag, graag, zot van`,
  instead:
    'in plaats daarvan, toch liever, liever, dan maar, wat dacht je van, en wat met, hoe zit het met, en een, of nee, nee wacht, wacht eerst',
  against: 'tegenover, vergeleken met, ten opzichte van, in vergelijking met',
};
