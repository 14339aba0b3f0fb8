import { describing } from './it-describing.ts';
import type { LanguageFile } from './language.ts';

export const it: LanguageFile = {
  code: 'it',
  letters: 'àèéìíîòóùú',
  joiners: 'di d da a al alla alle all ad in del dell della dello dei degli delle',
  idioms: `a buon mercato, per esempio, per favore, per piacere, di sicuro, in linea, va bene, di solito, al massimo,
    fa male, per caso, di corsa, in giro, in tutto, in totale, sul serio, a casa, in casa, da solo, da sola, dal vivo,
    a dire il vero, parola d ordine, fine settimana, mi piacerebbe, a testa, alla fine, per quanto riguarda`,
  stop: `a abbastanza abbiamo accanto accordo acquistare acquisto ad addosso adesso affatto agli ai aiuta aiutami aiutare
    aiuto al alcun alcuna alcune alcuni all alla alle allo allora almeno alta alto altra altre altrettanto altri
    altrimenti altro altrove anche ancora andare andata andato andiamo anni anno anzi appena apposta arriva arrivare
    arrivata arrivato aspetto assolutamente attenzione attorno avanti avere avete aveva avevo avrei avuto b basta
    bastano bei bel bella belle belli bello ben bene benissimo benvenute benvenuti benvenuto bere brava bravo breve
    brutta brutto buon buona buonasera buone buongiorno buoni buono c cambia cambiare capire cara care cari carina
    carino caro caso causa ce cento centro cerca cercando cercare cerchiamo cerco certa certe certi certo che chi
    chiara chiaro chiede chiedere chiedo chiesto chiunque ci ciao ciascuno cinque cioè circa ciò co cogli coi col
    come cominciare compra comprare comprato compro comunque con conoscete conosci consigli consiglia consigliami
    consigliare consigliate consigliatemi consiglio conto contro conviene convincimi cos cosa cose costa costano
    costerebbe costi costino costo così credo cui d da dagli dai dal dalla dalle dallo dammi dappertutto dare datemi
    dato davanti davvero deciso degli dei del dell della delle dello dentro detto deve devo devono di dice dicono
    dieci dietro differenza difficile dimmi dire dirmi diventa diverso dobbiamo domani dopo dopodomani doppio
    dormire dov dove dovere dovrebbe dovrei due dunque durante e ecco ed effettivamente eh ei ella entrambi entro
    era erano eri ero esiste esistono essa esse essendo essere essi esso eur euro fa faccio facile facilmente fammi
    fanno far fare farmi farsi fate fatemi fatto favore fin finalmente fine finire fino fondo forse fosse fra fu
    fuori g generale genere gente giocare giorni giorno giusto già gli gradi gran grande grandi grazie grosso guarda
    guardare guardo h ha hai hanno ho i idea idee ieri il imparare impossibile in incluso indietro infatti infine
    insieme intanto intorno invece io l la lavora lavorare le leggere lei lentamente li lo loro lui lungo là lì m ma
    magari mai mal male malgrado manca mancano mandami mangia mangiare massimo max me medesimo meglio meno mentre
    mese mesi mette metterci mettere metterlo metti metto mi mia mie miei miglior migliore migliori mila mille
    minimo mio modo molta molte molti moltissimo molto momento mostra mostrami n nazionale ne neanche necessario nei
    nel nell nella nelle nello nemmeno neppure nessun nessuna nessuno niente no noi non nonché nonostante nostra
    nostre nostri nostro nove nulla nuova nuove nuovi nuovo né o od oggi ogni oltre oppure ora ordinare ordino ore
    ormai otto ovunque ovviamente pagare pagato pago paio pare parecchi parecchio parla parlare parte passa passo
    pazienza peggio pensare penso per perché perciò perfetto perfino persona persone però pezzo piacciono piace
    piacerebbe piange piangere pianificare piccola piccole piccoli piccolo pieno piuttosto più po poca poche pochi
    poco poi portare possiamo possibile possibilmente posso possono potere potete potrebbe potrei potreste potresti
    prendere prenderla prenderlo prendi prendo preso presso presto prezzi prezzo prima prime primo probabilmente
    problema pronto proprio prova provare pure purtroppo qua qual qualche qualcosa qualcuno quale quali qualsiasi
    qualunque quando quanta quante quanti quanto quasi quattro quel quell quella quelle quelli quello quest questa
    queste questi questo qui quindi raccomandi regalare ridere riesce riesco riescono rispetto s sa sai salve salvo
    sanno sapere sapete sapresti saputo sarebbe sarei sarà scegliere scelgo scorsa scorso scrivi scrivimi scusa
    scusate se secondo sei sembra sempre senti sentire sentito sento senza serve servirebbe servono sette settimana
    settimane si sia siamo siano siete simile simili so sola solamente soldi sole soli solito solo sono sopra
    soprattutto sopratutto sorta sotto spendere spendo sta stai stamattina stanno stanotte stare stasera stata state
    stati stato stavo stavolta stessa stesse stessi stesso sto su sua subito successo sue suggerimenti suggerisci
    sui sul sull sulla sulle sullo suo suoi super svelto sé sì t tale tali tanta tante tanti tanto te tempo tenere
    tengo ti tiene tipi tipo tra tramite tranne tre troppa troppe troppi troppo trova trovare trovo tu tua tue tuo
    tuoi tutta tuttavia tutte tutti tutto ulteriore ultima ultimo un una uno urgente usa usare usarla usarlo uso
    utile va vada vado vai vale vanno vari varie vario veda vedere vediamo vedo veloce velocemente vendete vengo
    vengono veniva vera veramente vere veri vero verso versus vi via vicino viene vista visto vive voglia vogliamo
    voglio voi volere volete volevo volta volte vorrei vorremmo vostra vostre vostri vostro vs vuoi vuol vuole x
    zero è`,
  notGoods: `poesia poesie ricetta ricette idea idee aiuto barzelletta storia testo lettera nome consiglio consigli risposta
    spiegazione traduzione riassunto tempo meteo lavoro amico amica conto account pacco ordine abbonamento rimborso soldi
    denaro capitale teoria parola frase domanda problema spedizione differenza truffa fregatura momento parafrasi tema
    relazione ricerca compito informazione informazioni parere opinione opinioni voucher`,
  people: `madre padre mamma papà moglie marito fidanzata fidanzato ragazza ragazzo figlia figlio figli fratello sorella
    bambino bambina bambini bimbo bimba bimbi neonato amica amico amici genitori genitore nonna nonno nonni zia zio
    nipote nipoti cugino cugina suocera suocero studente studenti principiante principianti cucciolo uomo donna
    professore prof capo collega colleghi compagna compagno vicino vicini neopatentato`,
  parts: 'macchina pompa pannello supporto custodia filtro kit set batteria piastra',
  describing,
  softeners: `un una uno il lo la i gli le l dei degli delle del dello della dell di d nuovo nuova nuovi nuove buon buona buono
    buoni buone miglior migliore migliori piccolo piccola piccoli piccole grande bel bella bello mio mia miei mie mi ci
    davvero anche qualche due tre quattro`,
  prepositions:
    'per con in su sul sulla sui senza da dal dalla nel nella a al alla contro tra fra presso x',
  request: `non trovo, non trovo mai, non riesco a trovare, mi ci vuole, mi ci vorrebbe, cerco, cerchiamo, cercando, sto cercando, cercavo, mi/ci serve, mi/ci servono, mi/ci servirebbe, mi/ci occorre,
    ho bisogno di/d/del/della, abbiamo bisogno di/d, avrei bisogno di/d, bisogno di/d, vorrei, vorremmo, voglio, vogliamo,
    comprare, compro, comprarmi, comprargli, comprarle, acquistare, ordinare, regalare, regalarle, regalargli, regalo,
    consigliami, consigliatemi, consigli, consigliate, consigliare, consiglio, suggerisci, suggerimenti per, mostrami,
    fammi vedere, buon, buona, buono, buoni, buone, miglior, migliore, migliori, quale, quali, che, qual è il/la,
    offerte su/per/di, sconti su, saldi su, quanto costa/costano/viene/vengono, avete, vendete, dove compro/trovo,
    dove comprare/trovare/acquistare, dove posso comprare/trovare/acquistare, alternativa a/al/alla, manca, mancano,
    mi manca, ci manca, esiste, esistono, c è, un, una, uno, dei, delle, degli, qualche, prendere, prendo, ci vuole,
    ci vogliono, preventivo, preventivo per`,
  mild: `buon buona buono buoni buone miglior migliore migliori quale quali che un una uno dei delle degli qualche manca
    mancano esiste esistono prendere prendo regalo`,
  intents: {
    support_request: {
      strong: `mi hanno consegnato, mi è arrivato/arrivata, mi sono arrivati/arrivate, taglia sbagliata, colore sbagliato, articolo sbagliato, pezzi in meno, viti in meno, mi hanno/avete addebitato/fatturato/scalato/preso, addebitato/addebitati due volte, il mio ordine/pacco/account/abbonamento,
        mio ordine, la mia prenotazione/fattura/spedizione, mio pacco, mio account, mio abbonamento, password, disdire, disdetta,
        annullare il/la/mio/mia, cancellare il/la/mio/mia, rimborso, rimborsi, rimborsare, rimborsatemi, rimborsarmi, rimborsate,
        i soldi indietro, soldi indietro, restituire, fare il reso, un reso, il reso, cambiare taglia, sostituzione,
        non funziona/funzionano, non va più, non si accende/accendono, non si collega, non si connette, non si spegne,
        non carica, non parte, non raffredda, non scalda, non stampa, smesso di funzionare, si è rotto/rotta, si è bloccato/bloccata,
        si è spento/spenta, si sono rotti/rotte, si sono scollate/scollati/staccate/staccati/bucate/strappate, si è scollato/scollata/staccata/staccato,
        si blocca, si spegne, rotto, rotta, rotti, rotte, guasto, guasta, difettoso, difettosa, difettosi, difettose,
        danneggiato, danneggiata, non è arrivato/arrivata/mai, non sono arrivati/arrivate, non arriva, mai arrivato/arrivata/arrivati/arrivate,
        non ho ricevuto, non ho ancora ricevuto, in ritardo, giorni/settimane di ritardo, servizio clienti, assistenza clienti, assistenza,
        nessuno risponde, nessuno mi risponde, non rispondono, non riesco ad/a accedere/entrare, non mi fa/lascia accedere/entrare,
        accedere al mio, numero di tracking, codice di errore, codice errore, messaggio di errore, errore, riparare,
        aggiustare, reimpostare, ripristinare, pezzo di ricambio, come faccio a cambiare/modificare/disattivare/eliminare/disdire,
        scaricare la/le fattura/fatture, dov è il/la mio/mia, dov è finito/finita, perché il/la mio/mia, mi ha mollato,
        mi ha abbandonato, mi ha lasciato a piedi, perde acqua, non mi torna, da errore, dà errore, merce sbagliata, arrivato rotto,
        arrivata rotta, lampeggia, il/la mio/mia * non, che fa ghiaccio/rumore, fa un rumore`,
      weak: 'problema con, garanzia, reclamo, spedizione, aiuto, un problema',
    },
    objection_handling: {
      strong: `siamo seri, ma scherziamo, ha senso, da fidarsi, ci si può fidare, mi posso fidare, posso fidarmi, si giustifica, giustifica il prezzo, non so se, vale la pena, ne vale, vale davvero, vale i soldi, troppo caro/cara/cari/care/costoso/costosa, troppi soldi,
        costa troppo, costano troppo, costa un occhio, un furto, scettico, scettica, non mi fido, non mi fiderei, ho dei dubbi,
        qualche dubbio, non sono sicuro/sicura, non sono convinto/convinta, non mi convince, convincimi, ho paura che,
        temo che, fregatura, truffa, affidabile, affidabili, fuori budget, non me lo posso permettere, non posso permettermi, ci penso,
        ci devo pensare, devo pensarci, ci penserò, forse più tardi, no grazie, non mi interessa, a quel prezzo, per quel prezzo,
        a questo prezzo, perché costa/costano così/tanto, perché così caro/cara, sopravvalutato, sopravvalutata, serve davvero,
        servono davvero, davvero serve/servono, davvero utile/necessario, è davvero necessario, davvero bisogno, solo marketing,
        è marketing, trovata di marketing, svantaggi, recensioni negative, parlarne con, soldi buttati, buttare soldi, buttare i soldi,
        sprecati, una bufala, o solo hype, non spendo, spendere così tanto, spendere tutti quei soldi, ha senso spendere, vale il prezzo`,
      weak: 'caro, cara, dubbio, dubbi, esagerato',
    },
    comparison: {
      strong: `meglio * o, è meglio, quale è meglio, qual è meglio, qual è il/la migliore tra, cosa è meglio, cos è meglio, vs, versus,
        differenza tra/fra, differenza, differenze, che differenza, confronto, confrontare, confronta, a confronto, paragone,
        rispetto a/al/alla/ai/alle, meglio di/del/della/dei, migliore di/del/della, quale dei/delle due, quale tra/fra,
        quale consuma/dura/costa, alternativa a/al/alla, alternative, pro e contro, o a, o con, o senza, conviene di più, conviene * o, più conveniente`,
      weak: 'meglio, alternativa, oppure',
    },
    purchase_inquiry: {
      strong: `non trovo, non riesco a trovare, mi ci vuole, mi ci vorrebbe, mi ci vogliono, ci vorrebbe, cerco, cerchiamo, cercando, cercavo, comprare, comprarmi, compro, acquistare, acquisto, ordinare, ordino, mi/ci serve, mi/ci servono,
        mi/ci servirebbe, mi/ci occorre, ho bisogno di/d, abbiamo bisogno di/d, avrei bisogno, vorrei un/una/uno/dei/delle/comprare/prendere/regalare,
        voglio un/una/uno/dei/delle/comprare/prendere/regalare, mi/ci manca un/una, mancano i/le/gli/dei/delle, consigliate, consigliami,
        consigliatemi, mi consigli, mi consigliate, mi consiglieresti, consigli per/su/un/una, suggerisci, suggerimenti, suggeriscimi,
        raccomandi, quanto costa, quanto costano, quanto viene, quanto vengono, che prezzo, a che prezzo, offerta, offerte,
        sconto, sconti, scontato, saldi, economico, economica, economici, economiche, a buon prezzo, buon mercato, poco costoso, low cost,
        che costi/costino poco, che non costi, che non costino, disponibile, disponibili, in stock, mostrami, fammi vedere, avete,
        vendete, lo prendo, la prendo, li prendo, le prendo, lo compro, la compro, come pago, nel carrello, al carrello,
        regalo per, quale/che/quali * scegliere/prendere/comprare/scelgo/compro/prendo/uso, esiste un/una, esistono dei/delle,
        dove trovo, dove posso trovare/comprare/acquistare, dove compro, dove si compra/trova, preventivo, ne trovo, da regalare,
        al miglior prezzo, budget, che * mi serve/servono, che * ci vuole, che * ci abbino, meno caro, meno cara, più economico, più economica`,
      weak: `vorrei, voglio, miglior, migliore, migliori, scegliere, in nero, in rosso, più piccolo, più piccola, buon, buona, buono,
        bisogno, serve, servono, prendo`,
    },
    information_seeking: {
      strong: `come si fa/fanno/chiama/dice/usa/pulisce, come faccio a, come funziona/funzionano, cos è, cosa è, che cos è, cosa sono,
        cosa significa, che significa, cosa vuol dire, che vuol dire, vuol dire, perché, quanto tempo, quanto dura/durano, quanti, quante, quanta, quanto ci mette, quanto ne,
        ogni quanto, chi è/era/ha/fu, quando è/era/si, spiega, spiegami, spiegalo, scrivi, scrivimi, traduci, tradurre,
        riassumi, raccontami, racconta, che tempo, capitale, ricetta, ricette, calcola, voglio/vorrei imparare/sapere/capire,
        è vero che, come mai, a cosa serve/servono, parafrasi, me la fai, me lo fai, si può, fa male, quali sono,
        come posso/si, ma come, è normale, conviene, mi conviene`,
      weak: 'cosa, come, che cosa, dove, è possibile, qual è, conviene',
    },
  },
  trouble: `vibra trema fischia cigola fuma scotta salta stride rimbomba puzza arrugginito arrugginita ammuffito ammuffita bucato bucata bucate strappata strappate scricchiola riavvia cade pende segna rotto rotta rotti rotte bruciato bruciata perde guasto guasta bloccato bloccata manca mancava strappato danneggiato
    danneggiata ritardo graffiato lampeggia surriscalda errore perso crepato scollate scollata scollato mollato spento scarica
    bip ghiaccio puzza cola gocciola gratta`,
  definite:
    'mio mia miei mie nostro nostra nostri nostre il lo la i gli le questo questa questi queste quel quella vostro vostra vecchio vecchia suo sua',
  comparatives: 'più meno meglio migliore peggio peggiore',
  behaviours: {
    urgency: `oggi, stasera, stanotte, domani, questa settimana, questo weekend, questo fine settimana, urgente, urgentemente,
      in fretta, subito, al più presto, il prima possibile, entro venerdì/sabato/domenica/lunedì/natale/domani/stasera`,
    deal_seeking:
      'offerta, offerte, sconto, sconti, saldi, promozione, promozioni, codice sconto, coupon, affare, black friday',
    price_sensitive:
      'economico, economica, economici, economiche, meno caro, meno cara, più economico, più economica, poco costoso, a buon prezzo, a buon mercato, low cost',
    gift: 'regalo, regali, compleanno, natale, regalare',
    ready_to_buy: `lo prendo, la prendo, li prendo, le prendo, lo compro, la compro, lo ordino, aggiungi al carrello, nel carrello,
      al carrello, come pago, come posso pagare, procedo all ordine`,
    where_to_buy: `dove comprare, dove compro, dove posso comprare, dove posso trovare, dove trovo, dove si compra, dove acquistare,
      quanto costa, quanto costano, a che prezzo, in stock, disponibile`,
  },
  topicChange: `altra domanda, un altra cosa, altra cosa, a proposito, lascia perdere, lascia stare, non importa, no grazie,
    cambiando argomento, cambiamo argomento, piuttosto dimmi`,
  references:
    'lo la li le quello quella quelli quelle questo questa questi queste ciò ne meno più altro',
  comparing: {
    or: 'o od oppure vs versus',
    between: 'tra fra',
    and: 'e ed',
    than: 'di del dello della dei degli delle',
  },
  questions: 'è sono può posso hai ha c come cosa chi quando dove perché quanto',
  excludes:
    'tranne, eccetto, a parte, piuttosto che, invece di/del/della, al posto di/del/della, ho già un/una, ho già',
  negators: 'non senza tranne nessun nessuna nessuno niente mai né neanche nemmeno',
  wishes: 'di d del della in il lo la i gli le con un una più voglio vorrei per a',
  feelings: {
    positive: `adoro, bellissimo, bellissima, fantastico, fantastica, eccellente, meraviglioso, meravigliosa, stupendo, stupenda,
      grazie mille, grazie infinite, felice, contento, contenta, entusiasta, mi piace molto, che bello, 😊, 😍, 👍, ❤`,
    negative: `odio, orribile, pessimo, pessima, pessimi, pessime, terribile, schifo, schifezza, deluso, delusa, delusione,
      arrabbiato, arrabbiata, triste, rotto, rotta, non funziona, non funzionano, si è rotto, si è rotta, troppo caro, troppo cara, truffa,
      fregatura, vergogna, merda, disastro, preoccupato, preoccupata, stressato, stufo, stufa di, ridicolo, ridicoli,
      non ne posso più, un furto, mai arrivato, mai arrivata, inaccettabile, non è arrivato, non risponde nessuno,
      nessuno risponde, buttati, 😡, 😢, 😭, 👎`,
    praise: 'ottimo, ottima, perfetto, perfetta, bene, bello, bravo, grazie, grande, figo',
  },
  price: {
    max: `meno di, a meno di, per meno di, al di sotto di/dei/degli/delle, sotto, sotto i/gli/le/ai, al massimo, massimo, massimo di, max,
      fino a/ai, fino agli, non più di, non oltre, non oltre i, non superi, non superi i, non superare, non superare i, non supera i,
      non voglio superare i, senza superare, senza superare i, entro, entro i/gli/le, inferiore a/ai, inferiori a/ai,
      che non costi più di, che non costino più di, che costi meno di, tetto di, tetto massimo di, limite di, spendere al massimo,
      spendere massimo, spendere fino a, <, ≤, < =, più economico di, come massimo`,
    min: `più di, almeno, minimo, minimo di, a partire da, oltre, oltre i/gli, superiore a/ai, superiori a/ai, sopra i/gli/le, sopra,
      al di sopra di/dei, non meno di, come minimo, dai * in su, >, ≥, > =`,
    maxAfter: `massimo, max, al massimo, o meno, di budget, da spendere, come massimo, massimi, e non di più, non di più, e non oltre, in tutto`,
    minAfter: 'o più, minimo, almeno, come minimo, in su, e oltre, in poi, +',
    budget: `budget, budget di, budget è, budget è di, budget sui, budget massimo, vorrei spendere, voglio spendere, posso spendere,
      pensavo di spendere, vorremmo spendere, spenderei, da spendere`,
    have: 'ho, abbiamo, ho solo, ho a disposizione, avrei',
    between: 'tra, fra, tra i, fra i, tra gli, fra gli, da, dai, dagli',
    to: 'a, ai, agli, -, –, fino a, fino ai',
    and: 'e, e i, e gli, a, ai, -, –',
    about: `circa, intorno a/ai/agli, attorno a/ai/agli, sui, sugli, sulle, più o meno, approssimativamente, all incirca, ~, quasi,
      un centinaio di, verso i`,
    aboutAfter: 'circa, più o meno, o giù di lì, e qualcosa, e rotti',
    fillers: 'di è : = i gli le a ai circa da dei sui max massimo',
    told: `pagato, pagata, pagati, guadagno, guadagna, è costato, costato, costata, addebitato, stipendio, risparmiato, spedizione, speso, pagavo,
      il mio da, prende`,
    labels: `taglia, età, numero, n, pagina, versione, anno, bambini, iphone, windows, misura, nel, dal, classe, dopo, ho già, peso`,
    units: `km chilometri chilometro metri metro m ore ora h minuti minuto min secondi giorni giorno settimane settimana mesi mese
      anni anno kg chili chilo grammi g pollici pollice cm mm gb tb litri litro l ml watt percento persone persona gradi pagine
      pezzi stelle volte cavalli kcal mq posti piazze uscite`,
    per: 'al mese, all anno, a notte, a persona, al giorno, a testa, alla settimana, in tutto, in totale, a testa',
  },
  numbers: {
    dieci: 10,
    quindici: 15,
    venti: 20,
    venticinque: 25,
    trenta: 30,
    quaranta: 40,
    cinquanta: 50,
    sessanta: 60,
    settanta: 70,
    ottanta: 80,
    novanta: 90,
    cento: 100,
    centoventi: 120,
    centocinquanta: 150,
    centottanta: 180,
    duecento: 200,
    duecentocinquanta: 250,
    trecento: 300,
    trecentocinquanta: 350,
    quattrocento: 400,
    cinquecento: 500,
    seicento: 600,
    settecento: 700,
    ottocento: 800,
    novecento: 900,
    mille: 1000,
    duemila: 2000,
    tremila: 3000,
    quattromila: 4000,
    cinquemila: 5000,
    diecimila: 10000,
    ventimila: 20000,
    due: 2,
    tre: 3,
    quattro: 4,
    cinque: 5,
    sei: 6,
    sette: 7,
    otto: 8,
    nove: 9,
  },
  multipliers: { mila: 1000, k: 1000 },
  introductions: 'mi chiamo, il mio nome è, nome :, chiamami, chiamatemi, io sono',
  beforeNames: `signor signora signorina sig sigra dott dottore dottoressa ciao salve caro cara saluti sono figlia figlio fratello
    sorella amico amica zia zio nonna nonno`,
  owners: `indirizzo/numero/telefono/cellulare/mail/conto/passaporto/password di/del/della, lettera a/per, mail a/per, a nome di,
    codice fiscale di`,
  titles:
    'signor signora signorina sig dott dottor dottore dottoressa ing avv prof professor professoressa',
  containers: `sacchetto/sacchetti/sacco/pacco/pacchi/pacchetto/pacchetti/scatola/scatole/confezione/confezioni/bottiglia/bottiglie/barattolo/vasetto/tubetto/paio/paia/coppia/set/lotto/chilo/chili/kg/etto/etti/grammo/grammi/litro/litri/tazza/bicchiere/bustina/cassa/cassetta di/d,
    un tipo di, una specie di`,
  interests: `piace, piacciono, piace il/la/lo/l, piacciono i/gli/le, ama, ama il/la/lo/l, adora, adora il/la/lo/l, appassionato/appassionata di/del/della,
    fan di/del/della, colleziona, pratica, gioca a, suona, suona il/la/lo, che fa`,
  against: 'rispetto a/al/alla, a confronto con, contro',
  instead: 'invece, al posto, al suo posto, piuttosto, e se fosse, e per',
};
