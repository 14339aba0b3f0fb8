import { describing } from './de-describing.ts';
import type { LanguageFile } from './language.ts';

export const de: LanguageFile = {
  code: 'de',
  letters: 'äöüß',
  joiners: '',
  idioms: `welche rolle, eine rolle, die rolle, spielt eine rolle, im sack, auf dem zug, auf der leitung,
    unter der haube, im eimer, katze im sack, auf den keks, tomaten auf den augen, unter einen hut, im stich,
    schwein gehabt, alles in butter, mein bier, dein bier, das ist mir wurst, nur bahnhof, auf die nerven,
    die nase voll, auf dem schlauch, am ball, unter uns, in der regel, in ordnung, hals über kopf, mit der bahn,
    im zug, im auto, mit dem auto, mit dem rad, mit dem fahrrad, im fall, auf jeden fall, zum beispiel, auf lager`,
  stop: `irgendeinen einfache einfachen einfacher einfaches vernünftige vernünftigen vernünftiges anständige
    anständigen ordentliche ordentlichen passende passenden bezahlbare bezahlbaren gleich ner nem nen ne n nix hab
    habs krieg kriege kriegt kriegen bringts bringt geil halbwegs vorne hinten links rechts sowas irgendwas irgendein
    irgendeine liebsten hauptsache maximal dafür davor sobald meint meinte abgeben merke merkt brauchs brauchts wärs
    obs ists wars bissl bisserl eh net ned koa i schaut gell halt soll sollt habts geh passts mag magst bist heuer
    jänner gscheit gscheite gscheites gscheiten leiwand grad schauen kommen gemacht machs obs drauf drin dran rein
    raus runter rauf her hin nach daheim zuhause länger längsten lang kurz spät früh früher spätestens mittlerweile
    inzwischen neulich letztens online ab abends aber abholen abzocke ach alle allem allen aller alles allgemein als
    also am an ander andere anderen anders anfangen anfänger angebot angebote auch auf aus ausgeben außer bald bei
    beide beiden beim beispiel bekommen besser beste bestelle bestellen bestellt bestellung besten bester bestes
    bestimmt bezahlen bin bis bisschen bist bitte bleibt brauche brauchen brauchst braucht bräuchte bräuchten budget
    da dabei dachte dafür damit danach dank danke dann daran darauf darf darum das dass davon dazu dein deine deinen
    dem den denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses doch dort drei du durch
    dürfen eben echt egal eher eigentlich ein eine einem einen einer eines einfach einige einmal eins empfehle
    empfehlen empfehlung empfehlungen empfiehlst englische entweder er erklär erkläre erklären erst es etwa etwas euch
    euer eur euro falsche falschen fast finde finden findest fragen für fürs gab ganz gar geben gefällt gehen geht
    gehts gekauft geld genau genervt gerade gern gerne gestorben gesucht gibt gibts ging groß große großen größe gut
    gute guten guter gutes günstig günstige günstigen günstiger günstiges hab habe haben hallo halt hast hat hatte
    heiße heißt helfen heute hey hi hier hilfe hilft hinter hoch hundert hätte hätten höchstens ich ihm ihn ihnen ihr
    ihre im immer in ins ist ja jahr jahre je jede jeden jeder jedes jemand jetzt kann kannst kaputt kauf kaufe kaufen
    kein keine keinem keinen keiner kenne kennst klar klein kleine kleinen kleines klingt komme kommt kosten kostenlos
    kostet können könnt könnte könnten könntest lang lange lassen laut leicht leichte leider leihen lernen leute
    lieber liegt lohnt los mach mache machen macht mag mal man manchmal maximal maximum mehr mein meine meinem meinen
    meiner meinst mich mindestens mir mit mittel monat monate morgen muss möchte möchten möge möglich möglichst müssen
    nach natürlich ne neben nehme nehmen nein nem nen neu neue neuen neuer neues nicht nichts nie niemand noch nochmal
    normal nun nur nutzen ob oben obwohl oder oft ohne ok okay paar passen passt person personen preis preise
    preislich preiswert pro recht rein richtig riecht rund schade schaltet schau schicken schief schlecht schlimm
    schnell schon schonmal schreib schreibe schön schöne schönen sehe sehen sehr sein seine seinen seit selbst sich
    sicher sie sind so sofort sogar solange solche soll sollen sollte sonst spielen später statt steht stimmt stück
    such suche suchen super tag tage taugt tausend teuer toll tolle tot tut uhrzeit um und ungefähr uns unser unsere
    unter unterschied verschiedene verstehen versus viel viele vielen vielleicht vier vom von vor vs wann war waren
    warum was weg wegen weil weiß welche welchem welchen welcher welches wem wen wenig weniger wenn wer werde werden
    wie wieder will wir wird wirklich wissen wisst wo woche wochen wofür wohl wollen wollte womit worden wurde wäre
    wünscht würde würden würdest zahlen zeig zeige zeigen zeit ziemlich zu zum zur zurück zurückgeben zusammen zwar
    zwei zwischen über überhaupt übersetze übrigens`,
  notGoods: `referat aufsatz gliederung liste musterschreiben vorlage fakten beispiel beispiele spruch sprüche übung
    übungen meinung plan funktion formel begründung stichpunkte einladungstext gedicht rezept rezepte idee ideen hilfe
    witz geschichte text brief name namen tipp tipps rat antwort erklärung übersetzung zusammenfassung wetter job
    freund zeit pause konto passwort bestellung paket lieferung abo rückerstattung geld unterschied bedeutung wort
    frage fragen arbeit weg studium lust`,
  people: `schwiegermutter schwiegervater schwiegereltern enkel enkelin neffe nichte onkel tante cousin cousine
    nachbar nachbarin kumpel mitbewohner partner partnerin verlobte verlobter teenie teenager azubi lehrer lehrerin
    kollegin chefin besitzer leute senioren kleinkind säugling mutter vater mama papa frau mann freundin freund
    tochter sohn bruder schwester kind kinder baby oma opa eltern fahranfänger anfänger student studenten welpen
    selbstständige familie kollegen chef jungen mädchen`,
  parts: 'maschine programm kabel decke spiel farbe',
  describing,
  softeners: `ne nen nem ner n 'n irgendeine irgendeinen irgendein einfache einfachen einfacher einfaches vernünftige
    vernünftigen vernünftiges anständige anständigen ordentliche ordentlichen ordentlichen passende passenden gscheite
    gscheiten bezahlbare bezahlbaren lieber gleich eher auch noch bitte dann ein eine einen einem einer der die das
    den dem des neue neuen neuer neues neu gute guten guter gutes günstige günstigen günstiger günstiges mir uns ein
    paar so schöne schönen kleine kleinen kleines große großen tolle bitte noch gerade mal am besten denn`,
  prepositions: `gegen unter zwischen vor nach ums beim vom durch um neben hinter bis seit wegen für fürs mit in auf
    von bei zu zum zur im am aus ohne über als an`,
  request: `neue, neuen, neuer, neues, brauch, bräucht, hätte gern, jemanden der, ersatz für, was gegen, etwas gegen,
    was für, etwas für, kennt jemand, kennst du, kennt ihr, wer kennt, wer verkauft, tipps für, tipp für,
    empfehlung für, empfehlungen für, auf der suche nach, bin auf der suche nach, gesucht, her mit, her muss,
    muss her, hätte ich gern, würde gern, bestellen, bestelle, mieten, buchen, leihen, braucht, fehlt mir/uns, suche,
    suchen, brauche, brauchen, bräuchte, möchte, möchten, hätte gern/gerne, will, wollen, kaufen, kaufe, empfehlen,
    empfiehlst du, empfehle, zeig mir, zeige mir, beste, bester, bestes, gute, guter, gutes, günstige, günstiger,
    günstiges, günstigen, welche, welchen, welcher, welches, angebote für/auf/bei, was kostet/kosten, gibt es, gibts,
    habt ihr, wo kann ich, wo bekomme ich, alternative zu, so eine/ein/einen, mir`,
  mild: 'neue neuen neuer neues beste bester bestes gute guter gutes welche welchen welcher welches gibt gibts so mir',
  intents: {
    support_request: {
      strong: `pumpt nicht, heizt nicht, dreht nicht, schleudert nicht, zieht nicht, saugt nicht, druckt nicht,
        erkennt nicht, findet * nicht, verliert wasser, zeigt * an, macht geräusche, komische geräusche,
        komisches geräusch, quietscht, rattert, geht ständig aus, geht immer aus, bricht ab, bekommt keine,
        lädt nicht mehr, was tun, wird abgelehnt, konflikt, conflict, kohle zurück, geld wieder, nix angekommen,
        nichts angekommen, kam nix, kam nichts, nie angekommen, widerruf, widerrufen, musterschreiben, dreht durch,
        spinnt, hängt sich auf, reagiert nicht, verbindet nicht, leuchtet rot, blinkt rot, zeigt fehler, fehler beim,
        lässt sich nicht, bekomme * nicht mehr, krieg * nicht, kriege * nicht, hängt fest, wie stelle ich * ein,
        wie entkalke ich, wie kündige ich, tot seit, belastet, doppelt berechnet, abgebucht, rückmeldung,
        meine buchung/reservierung/rechnung/lieferung/kündigung, warum wurde/ist/funktioniert/geht mein/meine/ich,
        umtausch, rücksendung, ersatzteil, wie kann ich mein/meine/meinen, wie ändere ich, lässt sich nicht,
        kann mich nicht, kam * an, ist angekommen, angekommen, meldet sich, beschädigt an, geliefert,
        rechnung herunterladen, die/meine/keine rechnung, nicht bekommen, nicht erhalten, keine antwort,
        niemand antwortet, schaltet sich nicht, wird nicht, mein/meine * nicht mehr, falsche größe/farbe,
        falschen artikel, kaputt, defekt, geld zurück, rückerstattung, erstattung, zurückgeben, zurückschicken,
        umtauschen, reklamieren, reklamation, meine bestellung, mein paket, das paket ist, mein konto, mein passwort,
        das passwort, abo kündigen, mein abo, kündigen, stornieren, funktioniert nicht, geht nicht mehr/an,
        gehen nicht, läuft nicht, kühlt nicht, startet nicht, nicht mehr richtig, lädt nicht, fehlermeldung,
        fehlercode, kundenservice, kundendienst, nicht angekommen, nicht geliefert, noch nicht da, wo bleibt,
        wo ist meine/mein, einloggen, nicht anmelden, komme nicht mehr, sendungsnummer, beschädigt, reparieren,
        zurücksetzen, wie verbinde ich, widerrufen, doppelt abgebucht`,
      weak: 'problem mit, garantie, beschwerde, lieferung',
    },
    objection_handling: {
      strong: `taugt das, taugt das was, taugt sowas, taugt nichts, taugt nix, taugt der/die was, bringt das was,
        bringt das überhaupt, bringt sowas, ist das was für, nur hype, hype, marketinggag, geldmacherei, lohnt das,
        lohnt sowas, brauch ich das, brauche ich das, muss das sein, echt so gut, hält das, für das geld,
        euro für das, schrott, müll, verarsche, verarscht, saftladen, unbrauchbar, kann man doch keinem,
        kann man keinem, reinfall, fehlkauf, bereue, nie wieder, miese qualität, schlechte qualität, frechheit,
        rausgeschmissenes geld, rausgeworfenes geld, geldverschwendung, was soll der, was soll das, katze im sack,
        nur * geldmacherei, zu schön um wahr, ist das nicht, wirklich so toll, wirklich nötig, gut angelegt,
        ob sich das, rechnet sich, das rechnet, weiß nicht ob, bin skeptisch, skeptisch, zögere, nachteile,
        wirklich so gut, für den preis, nein danke, vielleicht später, kein interesse, was wenn, warum so teuer,
        unnötig, spielerei, überbewertet, mehr als meine miete, bin unschlüssig, unschlüssig,
        brauche ich das wirklich, so viel geld, gebe ich dafür nicht, drüber schlafen, muss ich noch überlegen,
        mit meiner frau, mit meinem mann, wucher, schreckt mich ab, brauche ich eigentlich nicht, zu viel,
        viel zu viel, zu teuer, viel zu teuer, zu viel geld, lohnt sich, lohnt es sich, nicht sicher, unsicher,
        abzocke, betrug, seriös, überteuert, überlege es mir, überlege noch, kann ich mir nicht leisten,
        nicht leisten, vertraue, trau dem, wirklich nötig, überzeugt mich nicht, nicht überzeugt,
        schlechte bewertungen, haken`,
      weak: 'teuer, bedenken, zweifel',
    },
    comparison: {
      strong: `was ist schlauer/klüger/sinnvoller/einfacher/leiser/leichter/haltbarer/praktischer/gesünder/besser,
        was ist der unterschied, was lohnt sich mehr, was nimmt man, oder neu, oder lieber, oder gleich, oder besser,
        soll ich * oder, reparieren oder, mieten oder, kaufen oder, selber machen oder, lieber gleich, wer ist besser,
        welches * mehr, lieber * oder, was ist günstiger/schneller/stärker/sparsamer/gesünder, was hält länger, vs,
        versus, oder doch, unterschied zwischen, unterschied, vergleich, vergleiche, vergleichen, besser als,
        was ist besser, welche/welcher/welches/welchen ist besser, welches von, von den beiden, verglichen mit,
        im vergleich, alternative zu, alternativen, vor- und nachteile, vorteile`,
      weak: 'besser, alternative',
    },
    purchase_inquiry: {
      strong: `geschenkidee, geschenkideen, geschenktipp, was schenke ich, was schenkt man, was schenk ich,
        was kann ich * schenken, ich nehm, nehm ich, nehme ich, bezahl ich, wie bezahl ich, jemanden der, ersatz für,
        neue * bis, neuen * bis, neues * bis, wer kann * empfehlen, wer restauriert, wer repariert, wer macht,
        wer verkauft, wer baut, wer kann mir, wer kennt, kennt jemand, kennst du, kennt ihr, am liebsten, auffrischen,
        mieten, buchen, was braucht man, was man * braucht, was brauche ich, was gegen, etwas gegen,
        tipps für ein/eine/einen, auf der suche nach, muss her, taugliche, welches * bekommt, welche * passt,
        bitte bestellen, was ist günstiger, empfehlung für, welche/welcher/welches/welchen * taugt, bräuchte,
        wäre toll/super/gut, braucht ein/eine/einen, fehlt uns/mir noch, suche, suchen, gesucht, kaufen, kaufe,
        bestellen, bestelle, bestelle ich, empfehlen, empfiehlst, empfehle, empfehlung, empfehlungen, was kostet,
        was kosten, wie viel kostet, wie teuer ist, angebote, angebot, rabatt, gutschein, im angebot, auf lager,
        zeig mir, habt ihr, nehme ich, nehme den/die/das, bezahlen, in den warenkorb,
        brauche ein/eine/einen/neue/neuen/neues, brauchen ein/eine/einen, möchte ein/eine/einen, hätte gern/gerne,
        geschenk für, wo bekomme ich`,
      weak: `günstig, günstige, günstigen, günstiges, günstiger, preiswert, brauche, brauchen, möchte, will, bester,
        beste, bestes, welche, welchen, welches, gut für, gute, billiger, in schwarz, in rot, darf`,
    },
    information_seeking: {
      strong: `zu viel * oder zu wenig, worauf achten, worauf muss ich, wie lange hält, wie reinige ich,
        wie putze ich, wie bekomme ich * weg, wie kriege ich * weg, wie geht man, was bedeuten, was heißt, heißt das,
        darf man, darf ich, muss man, zahlt das, wer zahlt, wie viel gibt man, wie oft, ab wann, bis wann, seit wann,
        welche rolle, interpretiere, gibts zuschuss, gibt es zuschuss, zuschuss, förderung, was passiert, woran,
        woher, stimmt es, stimmt das, zu wenig, wie knacke, referat, was kann ich kochen, was koche ich,
        was soll ich kochen, warum ist, wieso ist, wie kommt es, kann man * essen, wie pflege ich, wann schneidet man,
        wann pflanzt man, was ist los, was fehlt meiner/meinem, wie macht man, wie geht das, wie kann man, wie viele,
        wie groß, wer hat, will/möchte * lernen/wissen/verstehen, was bedeutet, bedeutet, wie funktioniert, wie hoch,
        wie lange, wie weit, wie alt, wer ist/war/hat, wann ist/war/wurde, warum, wieso, weshalb, erklär, erkläre,
        erklären, schreib, schreibe, übersetze, erzähl, zusammenfassen, wie wird, wetter, rezept, wie kann ich lernen,
        wie sagt man, hauptstadt`,
      weak: 'was ist, was sind, wie, was, wer, wann, ist es, kannst du',
    },
  },
  trouble: `kaputt defekt riecht verbrannt stinkt tropft leckt flackert piept klemmt hängt ruckelt fehlt fehlen fehlte
    gerissen zerkratzt beschädigt verspätet falsch brummt überhitzt abgestürzt stürzt kalt`,
  definite: `mein meine meinen meiner unser unsere der die das den dieser diese dieses ihr eure alte alter`,
  comparatives: 'mehr weniger',
  behaviours: {
    urgency: `heute, morgen, sofort, dringend, diese woche, dieses wochenende,
      bis freitag/montag/samstag/sonntag/morgen, schnell, noch heute, so schnell wie möglich`,
    deal_seeking: 'angebot, angebote, rabatt, gutschein, reduziert, schnäppchen, sale',
    price_sensitive: `günstig, günstige, günstigen, günstiges, günstiger, billig, billige, billiger, preiswert`,
    gift: 'geschenk, geschenke, geburtstag, weihnachten, zum geburtstag',
    ready_to_buy: `bitte bestellen, passt bitte, nehme ich, ich nehme den/die/das, den nehme ich, die nehme ich,
      das nehme ich, bestelle ich, jetzt bestellen, jetzt kaufen, in den warenkorb, wie kann ich bezahlen,
      wie bezahle ich, zur kasse`,
    where_to_buy: `wo kann ich, wo bekomme ich, wo gibt es, was kostet, was kosten, wie viel kostet, auf lager`,
  },
  topicChange: `andere frage, anderes thema, übrigens, was anderes, etwas anderes, egal, vergiss es, nein danke`,
  references:
    'dafür dazu damit dann es sie ihn den die das diese dieser dieses davon beide billiger kleiner größer',
  comparing: { or: 'oder vs versus', between: 'zwischen', and: 'und', than: 'als' },
  questions: 'ist sind hat haben kann können darf wird',
  excludes: `statt, anstatt, außer, bloß kein/keine/keinen, habe schon, habe bereits, anstelle von`,
  negators: 'nicht kein keine keinen keinem keiner nichts nie ohne außer weder',
  wishes: 'von aus mit in der die das den dem mehr will möchte',
  feelings: {
    positive: `mega, danke dir, liebe, großartig, genial, fantastisch, begeistert, freue mich, vielen dank,
      sehr geholfen, klasse, wunderbar, glücklich, prima, spitze, 😊, 😍, 👍, ❤`,
    negative: `keiner meldet, niemand meldet, so viel geld, verbrannt, zu viel, wucher, hasse, schrecklich, furchtbar,
      schlecht, schlimm, genervt, nervt, ärgerlich, sauer, wütend, enttäuscht, enttäuschend, traurig, kaputt, defekt,
      beschädigt, zu teuer, abzocke, betrug, frechheit, unverschämt, scheiße, mist, schief, funktioniert nicht,
      nicht da, nicht angekommen, stimmt nicht, geht nicht mehr, nicht mehr richtig, komme nicht, nie wieder,
      katastrophe, gestresst, überteuert, 😡, 😢, 😭, 👎`,
    praise: 'super, toll, perfekt, gut, schön, danke, top, cool, nett',
  },
  price: {
    max: `bis, bis zu, bis max, bis maximal, unter, höchstens, maximal, max, nicht mehr als, nicht über, weniger als,
      günstiger als, billiger als, maximum, nicht teurer als, keine, <, ≤, < =, unterhalb von, preis bis, limit`,
    min: `über, ab, mehr als, mindestens, min, wenigstens, teurer als, nicht unter, nicht weniger als, >, ≥, > =,
      oberhalb von, von mindestens`,
    maxAfter: `oder weniger, max, maximal, maximum, höchstens, nicht mehr, und darunter, oder günstiger, ausgeben,
      budget, zur verfügung, ist mein limit, ist die obergrenze, sind das maximum`,
    minAfter: 'oder mehr, aufwärts, und mehr, mindestens, und darüber, plus, +',
    budget: 'budget, budget ist, budget liegt bei, budget von, budget beträgt, ausgeben',
    have: 'habe, ich habe, wir haben, hab',
    between: 'zwischen, von, im bereich von, irgendwo zwischen',
    to: 'bis, -, –, bis zu',
    and: 'und, bis, -, –',
    about: `etwa, ungefähr, circa, ca, rund, um die, so um die, zirka, gegen, ~, knapp, in etwa, an die, so`,
    aboutAfter: 'oder so, ungefähr, circa, rum',
    fillers: 'von bei ist : = die zu so etwa ungefähr ca circa um den dem nur',
    told: `das kostet, kostet ja, bezahlt, verdiene, verdient, gekostet, abgebucht, gezahlt, gespart, schulde, gehalt,
      versand`,
    labels: `größe, alter, seit, nr, nummer, kapitel, seite, version, jahr, jahre, kinder, iphone, windows, im, am,
      um, grad, jugendliche`,
    units: `km kilometer meter m stunden stunde std minuten min sekunden tage tag wochen monate jahre jahren kg kilo
      gramm g zoll cm mm gb tb liter l ml watt prozent personen leute mann uhr grad seiten stück zimmer sterne ps kwh
      mal zentimeter quadratmeter qm gänge teile kcal`,
    per: 'im/pro monat/jahr/nacht/person/stück/tag/woche, monatlich, insgesamt',
  },
  numbers: {
    zehn: 10,
    fünfzehn: 15,
    zwanzig: 20,
    dreißig: 30,
    vierzig: 40,
    fünfzig: 50,
    sechzig: 60,
    siebzig: 70,
    achtzig: 80,
    neunzig: 90,
    einhundert: 100,
    hundertfünfzig: 150,
    zweihundert: 200,
    zweihundertfünfzig: 250,
    dreihundert: 300,
    vierhundert: 400,
    fünfhundert: 500,
    sechshundert: 600,
    siebenhundert: 700,
    achthundert: 800,
    neunhundert: 900,
    eintausend: 1000,
    tausendfünfhundert: 1500,
    zweitausend: 2000,
    dreitausend: 3000,
    viertausend: 4000,
    fünftausend: 5000,
    zehntausend: 10000,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
  },
  multipliers: { hundert: 100, tausend: 1000, k: 1000 },
  introductions:
    'ich heiße, heiße, mein name ist, mein name lautet, name :, ich bin der/die, nenn mich, man nennt mich',
  beforeNames: `herr herrn frau dr hallo hi liebe lieber grüße gruß bin tochter sohn bruder schwester freundin freund`,
  owners:
    'adresse/anschrift/telefonnummer/handynummer/nummer/e-mail/konto/pass/passwort von, brief an, mail an, im namen von',
  titles: 'herr herrn frau fräulein dr prof professor',
  containers: `packung, päckchen, paket, pack, beutel, sack, tüte, kiste, kasten, dose, dosen, glas, flasche,
    flaschen, tube, paar, set, satz, bund, rolle, rollen, kilo, kg, gramm, g, pfund, liter, l, stück, menge,
    packung mit, set aus, tasse`,
  interests: `liebt, mag, sammelt, spielt, macht gern/gerne, begeistert für, fan von, steht auf,
    interessiert sich für, der/die gern/gerne, gern, gerne`,
  instead: 'stattdessen, lieber, doch lieber, was/wie ist mit, wie wäre es mit, und was ist mit',
};
