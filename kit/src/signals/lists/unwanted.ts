/**
 * By language, phrases of people who want no ad, written as `phrases.ts` reads them. A list is for words that say it by
 * themselves: "homework" in a wish for a desk is kept apart by the rules in `unwanted.ts`.
 */
export type UnwantedWords = {
  /** Every word of a message that only greets, thanks or answers is one of these. */
  readonly greeting: string;
  readonly homework: string;
  readonly code: string;
  /** What people call a product that let them down. */
  readonly complaint: string;
  readonly refund: string;
  /** Before an age that the person states. */
  readonly age: string;
  /** Behind an age: "12 years old". Needed where `age` alone can mean something else. */
  readonly years: string;
  /** What only a pupil says. */
  readonly pupil: string;
};

export const UNWANTED_WORDS: Readonly<Record<string, UnwantedWords>> = {
  en: {
    greeting: `hi hey heya hello hallo howdy yo sup hiya greetings good morning afternoon evening night day there everyone
      how are is it you u ya doing going today whats up new thanks thank thx ty cheers much so very a lot ok okay cool
      nice great lol haha hahaha yes no yeah yep nope sure bye goodbye see later welcome please test testing who what
      can do your name anybody anyone somebody here just saying wanted to say im i am fine bored bot ai chatgpt assistant`,
    homework: `homework, my essay, an essay, essay on/about, book report, worksheet, solve for, solve the equation,
      derivative of, integral of, * words mla, mla, apa style, thesis statement, lab report, term paper,
      school project, science fair, for class, for my class, due tomorrow, exam question, quiz me, multiple choice,
      assignment, my teacher, my professor, prove that, find the derivative, balance the equation, factorise,
      factorize, simplify the expression, conjugate`,
    code: `source code, stack trace, stacktrace, unit test/tests, merge conflict, git commit/push/rebase/merge,
      pull request, npm install, regex, regexp, segfault, null pointer, compile error, syntax error, runtime error,
      typeerror, valueerror, keyerror, traceback, sql query, css grid, flexbox, dataframe, localhost, dockerfile,
      docker compose, kubernetes, api endpoint, rest api, javascript, typescript, python script, bash script,
      write a function, write a script, html, css, php, kotlin, golang, node js, django, laravel, react component,
      json file, linux server, big o, webhook, xpath, cron job, env file`,
    complaint: `trash, garbage, junk, piece of crap, crap, rubbish, ripoff, rip off, scam, waste of money, wasted my money,
      worst * ever, the worst, awful quality, terrible quality, poor quality, cheap quality, falling apart,
      fell apart, broke after, died after, useless, never buy, never again, dont buy, disgrace,
      disappointed with/in, so disappointed, not worth, hate this/my/the, fed up with, sick of this/my, my ass,
      absolute joke, ridiculous`,
    refund: `refund, refunds, refunded, money back, send it back, return it, return this, return my, returning it,
      chargeback, charge back, cancel my order/subscription/booking/membership, cancelled my order, charged twice,
      charged me twice, double charged, reverse * charge/charges, where is my order/package/parcel,
      wheres my order/package/parcel, never arrived, didnt arrive, hasnt arrived, nonrefundable, non-refundable,
      wrong item, exchange it`,
    age: 'i am, im, i m, i just turned, i turned, just turned, am only, im only, i will be, aged',
    years: 'years old, year old, yrs old, yo, y o, years, and',
    pupil: `in * grade, i go to middle/elementary/primary school, my mom says/said, my mum says/said, im a kid,
      i am a kid, im a child, my mommy, my mummy, my pocket money, my allowance, 5th grade, 4th grade, 6th grade,
      3rd grade, 7th grade, 8th grade, 2nd grade, 1st grade, fifth grade, sixth grade, seventh grade, fourth grade,
      third grade, year 5, year 6, year 7, year 8, for my kids homework, my sons homework, my daughters homework`,
  },
  de: {
    greeting: `hi hey hallo hallöchen halli servus moin moinsen grüß grüezi gruß guten guter tag morgen abend mittag nacht gott na
      naja wie gehts geht es dir ihnen was so los alles klar gut danke dankeschön vielen dank schön super toll prima ok okay
      ja nein jo nö jep tschüss tschau ciao bis bald später bist du da jemand wer du test lol haha hahaha bitte sehr mir ich
      wollte nur sagen bin`,
    homework: `hausaufgabe, hausaufgaben, referat, klausur, klassenarbeit, aufsatz, erörterung, interpretiere,
      interpretation von, gedichtanalyse, seminararbeit, hausarbeit, stilmittel, metrum, mein lehrer,
      meine lehrerin, ableitung von, löse die gleichung, berechne, leite * ab, facharbeit, für die schule,
      für den unterricht, im seminar, im unterricht, bis morgen abgeben, abgeben, zusammenfassung von kapitel,
      inhaltsangabe, bruchrechnen, vokabeltest, arbeitsblatt, unterrichtsstunde, buchvorstellung`,
    code: `quellcode, stacktrace, stack trace, fehlermeldung im code, regex, regulärer ausdruck, javascript, typescript,
      python code/skript/script/liste/funktion/programm/fehler, java klasse, sql, sql abfrage, css, html, php,
      docker, git, git commit/push/rebase/merge, merge konflikt, conflict, package-lock, npm, json, api, endpunkt,
      dataframe, pandas, schreib mir eine funktion, funktion schreiben, skript, bash, linux server, array,
      schleife, kompiliert nicht, compiler, syntaxfehler, nullpointer, exception, dicts`,
    complaint: `schrott, müll, mist, dreck, abzocke, betrug, rausgeschmissenes geld, geldverschwendung, unverschämt,
      frechheit, nie wieder, taugt nichts, taugt nix, kaputt nach, kaputtgegangen, nach * kaputt,
      schlechte qualität, miese qualität, katastrophe, enttäuscht, enttäuschend, saftladen, scheiß, scheiße,
      beschissen, lächerlich, rostig, zum kotzen, völlig unbrauchbar, unbrauchbar, stürzt * ab, euro für das`,
    refund: `rückerstattung, erstattung, erstatten, geld zurück, kohle zurück, zurückgeben, zurückschicken, umtauschen,
      umtausch, widerruf, widerrufen, widerrufsrecht, stornieren, storno, reklamation, reklamieren, rücksendung,
      retoure, doppelt abgebucht, zweimal abgebucht, wo ist mein paket, wo bleibt mein paket, nicht angekommen,
      nie angekommen, kam nix an, kam nichts an, abo kündigen, falsche ware, falsch geliefert`,
    age: 'ich bin, bin, ich werde, bin erst, bin gerade',
    years: 'jahre alt, jahre, geworden, und',
    pupil: `in der * klasse, gehe in die * klasse, taschengeld, mama sagt, meine mama, grundschule, in der grundschule,
      schulhof, ich bin ein kind, 5 klasse, 4 klasse, 6 klasse, 7 klasse, 3 klasse, 8 klasse, fünfte klasse,
      vierte klasse, sechste klasse, siebte klasse`,
  },
  fr: {
    greeting: `bonjour bonsoir salut coucou hello hey yo allô bonne bon journée soirée nuit matin à vous toi tous tout le monde ça
      va comment vas tu allez vous tu es là quelqu un il y a merci beaucoup bien d accord ok oui non ouais super cool génial
      lol mdr haha au revoir bientôt plus tard test j espère que passez une belle s il te plaît plait stp svp qui es tu t
      appelles tu enchanté de rien je suis nouveau ici`,
    homework: `devoirs, mes devoirs, devoir de, dissertation, commentaire de texte, commentaire composé, exposé sur,
      rédaction, problématique, plan détaillé, mon prof, ma prof, ma maîtresse, mon professeur, dérivée de, résous,
      résoudre l équation, calcule, conjugue, accorde, accord du participe, participes passés, pour l école,
      au lycée, au collège, au bac, bac de, brevet blanc, fiche de lecture, résumé du chapitre, contrôle de,
      interro`,
    code: `code source, regex, expression régulière, javascript, typescript, python, java, sql, requête sql, css, html,
      php, docker, git, npm, json, api rest, symfony, laravel, ma classe, super __init__, exception,
      erreur de syntaxe, ne compile pas, fonction en, écris une fonction, script bash, boucle for, boucle while,
      tableau associatif, dataframe, pandas, argument, stacktrace, serveur linux`,
    complaint: `c est de la daube, daube, de la merde, merdique, camelote, arnaque, nul, nulle, pourri, pourrie, déçu, déçue,
      honteux, une honte, scandaleux, inadmissible, escroquerie, mauvaise qualité, qualité déplorable, jamais plus,
      plus jamais, n achetez pas, gaspillage, cassé au bout de, cassée au bout de, tombe en panne, tombé en panne,
      foutage de gueule, ras le bol, bon à jeter, de la vraie camelote, inutilisable`,
    refund: `remboursement, rembourser, remboursé, remboursée, remboursez, mon argent, rendez moi, rétractation, renvoyer,
      retourner un/mon/ma/le/la/cet/cette, retour gratuit, annuler ma/mon commande/abonnement/réservation,
      débité deux fois, prélevé deux fois, où est ma commande/mon colis, jamais reçu, pas reçu, échanger contre,
      avoir en magasin, litige, service après-vente, sav`,
    age: 'j ai, jai, g, je viens d avoir, j aurai, j ai seulement, j ai que',
    years: 'ans',
    pupil: `en cm1, en cm2, en ce1, en ce2, en cp, en 6e, en 5e, en 4e, en sixième, en cinquième, en quatrième,
      ma maîtresse, mon maître, argent de poche, je suis un enfant, je suis petit, mon cartable, la récré,
      ma maman dit, ma maman veut`,
  },
  es: {
    greeting: `hola holaa buenas buenos buen días dias tardes noches día qué que tal cómo como estás estas está va todo bien gracias
      muchas mil ok vale sí si no claro genial guay perfecto jaja jajaja jajaj lol adiós adios chao chau hasta luego pronto
      mañana hay alguien ahí ahi por favor quién eres te llamas prueba saludos hey ey oye encantado igualmente de nada`,
    homework: `deberes, mi tarea, la tarea de, tarea es, comentario de texto, ensayo sobre, redacción sobre,
      trabajo de clase, trabajo de historia/ciencias/lengua/biología, resumen del capítulo, mi profe, mi profesor,
      mi profesora, mi maestra, derivada de, integral de, resuelve, calcula, cuántos moles, conjuga,
      análisis sintáctico, examen de, para el instituto, para el colegio, para la escuela, de bach, selectividad,
      ejercicio de, demuestra que, exposición sobre`,
    code: `código fuente, javascript, typescript, python, java, sql, consulta sql, css, html, php, laravel, docker, git,
      npm, json, api rest, regex, expresión regular, bucle for, bucle while, bucle, función en,
      escribe una función, no compila, excepción, error de sintaxis, redirect, array, dataframe, pandas, script,
      localhost, servidor linux, django, react, tabla sessions, base de datos mysql, null`,
    complaint: `mierda de, una mierda, basura, porquería, estafa, timo, fraude, pésima calidad, mala calidad, decepcionado,
      decepcionada, decepción, vergüenza, vergonzoso, nunca más, no lo compren, no compréis, no sirve,
      no sirve para nada, inservible, se rompió a, se me rompió, dinero tirado, tirar el dinero, qué coraje,
      una tomadura de pelo, un desastre, asco de, qué asco, chafa, una cagada`,
    refund: `reembolso, reembolsar, reembolse, reembolsen, devolución, devoluciones, devolver, devuelvan, devuélvanme,
      mi dinero, mi plata, plata de vuelta, dinero de vuelta, me cobraron dos veces, cobro doble,
      cobrado dos veces, cancelar mi pedido, cancelar la suscripción, cancelar mi suscripción,
      dónde está mi pedido/paquete, no ha llegado, nunca llegó, no llegó, cambiar por otro, garantía no,
      reclamación, reclamar`,
    age: 'tengo, cumplo, voy a cumplir, acabo de cumplir, tengo solo',
    years: 'años, añitos, y',
    pupil: `voy en * grado, estoy en * primaria, estoy en primaria, estoy en * eso, de primaria, 5to grado, 4to grado,
      6to grado, quinto grado, sexto grado, cuarto grado, tercer grado, mi mamá dice, mi mami, mi paga,
      soy un niño, soy una niña, el recreo, 4º de primaria, 5º de primaria, 6º de primaria`,
  },
  it: {
    greeting: `ciao salve buongiorno buonasera buonanotte buon buona giorno sera notte giornata hey ehi ehilà come stai sta va tutto
      bene grazie mille molte tante ok va sì si no certo ottimo perfetto bello ahah ahahah ahahaha lol arrivederci a dopo
      presto domani c è qualcuno lì per favore chi sei ti chiami prova piacere prego ora adesso guardo in giro e tu
      altrettanto`,
    homework: `compiti, compito di, compito in classe, i compiti, tema su, ricerca su/sulle/sulla/sui, parafrasi,
      parafrasi di, analisi del testo, analisi grammaticale, analisi logica, riassunto del capitolo,
      relazione di fisica/scienze/chimica/storia, la prof, il prof, la maestra, derivata di, integrale di, risolvi,
      calcola, coniuga, interrogazione, verifica di, per la scuola, tesina, versione di latino, prime due strofe,
      dimostra che, espressione con`,
    code: `codice sorgente, javascript, typescript, python, java, sql, query sql, css, html, php, docker, git, npm,
      json, api rest, regex, espressione regolare, ciclo for, ciclo while, array, array bidimensionale,
      funzione in, scrivi una funzione, non compila, eccezione, errore di sintassi, dataframe, pandas, groupby,
      script, localhost, puntatore, puntatori, server linux, in c, django, react`,
    complaint: `schifo, fa schifo, fanno schifo, fregatura, che fregatura, truffa, spazzatura, pessimo, pessima,
      pessima qualità, delusione, deluso, delusa, vergogna, vergognoso, ridicoli, ridicolo, mai più, soldi buttati,
      buttato via, non funziona mai, da buttare, si è rotto dopo, si è rotta dopo, si sono scollate, si sono rotte,
      una porcheria, inutile, inutilizzabile, non compratelo, una presa in giro`,
    refund: `rimborso, rimborsi, rimborsare, rimborsatemi, i soldi indietro, soldi indietro, reso, il reso, fare un reso,
      restituire, restituzione, recesso, diritto di recesso, annullare l ordine, annullare il mio ordine,
      disdire l abbonamento, addebitato due volte, doppio addebito, dov è il mio ordine/pacco, mai arrivato,
      mai arrivata, non è arrivato, non è arrivata, cambiare con un altro, reclamo`,
    age: 'ho, ho solo, ho appena, compio, ho compiuto',
    years: 'anni, anni e',
    pupil: `prima media, seconda media, terza media, quinta elementare, quarta elementare, terza elementare,
      faccio la * media, faccio la * elementare, la maestra, la mia maestra, paghetta, la mia paghetta,
      sono un bambino, sono una bambina, la mia mamma dice, ricreazione`,
  },
  pt: {
    greeting: `olá ola oi oie oiê opa eai ei alô bom boa dia tarde noite bons tudo bem bom como vai vais está estás você tu vocês
      obrigado obrigada valeu muito ok tá sim não claro ótimo legal fixe beleza kkk kkkk kkkkk rsrs haha lol tchau adeus até
      logo amanhã já tem alguém aí por favor quem és é se chama te chamas teste prazer de nada nada justo e aí`,
    homework: `trabalho de casa, trabalhos de casa, tpc, lição de casa, dever de casa, lista de exercícios, redação sobre,
      trabalho de história/ciências/português/biologia/geografia, trabalho da faculdade, resumo do capítulo,
      meu professor, minha professora, o meu professor, a minha professora, derivada de, integral de, resolve,
      resolva, calcula, calcule, conjuga, ângulos internos, prova de, enem, vestibular, teste de, para a escola,
      tcc, mostra a conta`,
    code: `código fonte, javascript, typescript, python, java, sql, consulta sql, css, html, php, laravel, docker, git,
      npm, json, api rest, regex, expressão regular, loop for, while, função em, escreve uma função,
      escreva uma função, não compila, exceção, erro de sintaxe, array, dataframe, pandas, script, localhost,
      deploy, vps, flutter, listview, overflow, django, react, servidor linux, app node`,
    complaint: `porcaria, que porcaria, lixo, um lixo, merda, uma merda, golpe, roubo, burla, péssima qualidade, péssimo,
      péssima, má qualidade, decepcionado, decepcionada, desilusão, vergonha, uma vergonha, nunca mais,
      dinheiro jogado fora, dinheiro deitado fora, não presta, não serve pra nada, não serve para nada, quebrou em,
      partiu-se, desfez-se, estragou, uma treta, não comprem`,
    refund: `reembolso, reembolsar, dinheiro de volta, meu dinheiro, devolução, devolver, estorno, estornar,
      cobraram duas vezes, cobrado duas vezes, cobrança dupla, cancelar meu pedido, cancelar o pedido,
      cancelar a assinatura, cadê meu pedido, onde está meu pedido, onde está a minha encomenda, não chegou,
      nunca chegou, ainda não chegou, trocar por outro, reclamação, procon`,
    age: 'tenho, tenho só, fiz, faço, vou fazer',
    years: 'anos, aninhos',
    pupil: `no * ano do fundamental, sou criança, sou uma criança, estou no * ano, anda no * ano, mesada, minha mesada,
      a minha mesada, minha mãe disse, minha mãe deixou, recreio, 4º ano, 5º ano, 6º ano, 2.º ano, 3.º ano,
      ensino fundamental, primeiro ciclo`,
  },
  nl: {
    greeting: `hoi hey hé hee hi hallo haai goedemorgen goeiemorgen goedemiddag goedenavond goeienavond goedenacht goede morgen middag
      avond dag daag hoe gaat het met je jou u alles goed is bent ben je daar iemand er dank bedankt dankjewel dankuwel wel
      ok oké ja nee jawel prima leuk fijn mooi gezellig haha hahaha lol doei doeg tot ziens straks morgen later test doet ie
      het wie ben jij heet wat alsjeblieft aub graag gedaan`,
    homework: `huiswerk, mijn huiswerk, werkstuk, spreekbeurt, boekverslag,
      verslag aardrijkskunde/geschiedenis/biologie/scheikunde, samenvatting hoofdstuk, samenvatting van hoofdstuk,
      mijn leraar, mijn lerares, mijn docent, juf zegt, meester zegt, opstel over, betoog over, afgeleide van,
      los de vergelijking op, bereken, leg uit waarom, proefwerk, toets over, tentamen, voor school, havo, vwo,
      vmbo, eindexamen, profielwerkstuk, scriptie, vervoeg`,
    code: `broncode, stacktrace, regex, reguliere expressie, javascript, typescript,
      python code/script/lijst/functie/programma, java, sql, sql query, css, html, php, php functie, laravel,
      docker, docker compose, in compose, git, npm, json, api, schrijf een functie, functie die, compileert niet,
      foutmelding in code, exception, syntaxfout, array, dataframe, pandas, script, localhost, linux server,
      for loop, while loop, django, react`,
    complaint: `rommel, troep, rotzooi, bagger, oplichters, oplichting, waardeloos, waardeloze, weggegooid geld,
      zonde van het geld, nooit meer, slechte kwaliteit, belabberde kwaliteit, schandalig, schande, belachelijk,
      teleurgesteld, teleurstellend, klote, kut, kutding, na * kapot, kapot na, stuk na, zuigt nog geen, nep, prul,
      miskoop, drama`,
    refund: `terugbetaling, terugbetalen, geld terug, alles terug, terugsturen, retourneren, geretourneerd, retour,
      herroepen, herroepingsrecht, annuleren, bestelling annuleren, abonnement opzeggen, dubbel afgeschreven,
      twee keer afgeschreven, waar is mijn pakket, waar is mijn bestelling, waar blijft mijn pakket,
      niet aangekomen, nooit aangekomen, omruilen, ruilen voor, klacht indienen, vraag * geld terug`,
    age: 'ik ben, ben, ik word, ik ben pas',
    years: 'jaar, jaar oud, en',
    pupil: `groep 3, groep 4, groep 5, groep 6, groep 7, groep 8, zit in groep, ik zit in de brugklas, zakgeld,
      mijn zakgeld, mama zegt, van mama, mijn juf, mijn meester, basisschool, ik ben een kind, spreekbeurt,
      speelplaats`,
  },
};
