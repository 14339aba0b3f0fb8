/** Words of every day that are one letter from the name of a thing and are no misspelling of it, without accents. */
export const ORDINARY_WORDS: Readonly<Record<string, string>> = {
  en: `
    arabia backed barked barker bellow bending bicker bidder bidding billow bitter blocked blotted bondage boost
    boosts bummer buster butler cellar certain clever clocked closest cluster collectables concept concepts
    contender corked crusty decree defender divided doorstep dotted dusty earning earnings fellow fender flocked
    follow forked gender giggles hacked hating header headers heading healer holler hollow intense jotted kernel
    kicked knocked knotted latter leading leaning leaving lender licked luster manages marked master masters
    mellow mister misty offender packed parked plotted potted pretender prevent puddle quicken racked reaches
    reactor render retailer retailers retiring reuters rooting roster rusty scramble sender settle shallow
    shatters shocked shouts slotted slower smocked snacked spears spotted stacked stocked stricken striker
    swallow swears sweeter tacked temper tender thicken ticked tickle tickles trotted trusty vanish vender
    weighs wicked willow worked wretch yellow`,
  de: `
    ablegen absetzen anhalten anschlag anschlage beamter bernie betteln bildung bittet blinder bluhen camden
    denken dicken dienen drohen dummer einladen fakten felsen fielen fliehen folgen folter foltern fuhlen fuhrer
    hangst harvey heilung hickey hurley kirsten knoten konzept lacher lecken lecker leiser lester linien mangel
    munter nation packen pissen rachen ratsel reissen reporter retter riechen sahen schalte schalten schame
    schamen schatz schatze schatzen scheiden schenken scherze schimmer schlamm schlauer schluck schlucken
    schluss schmecken schnappen schoss schrecken schwach schwache schwachen schwacher schwager schwitzen selben
    servieren shane siegel spielte spielten spreche stecken stellen stellung storen strasse strassen sturzen
    tauschen themen trennen trevor truppe verbunden verrat verrate verraten verrater vorhat wachen`,
  fr: `
    accorder aiment aparte armoiries assurer attele attelee bailler brasser capiteuse carlier chanter chasser
    coiffer complote comporte composite concret concrets coquette coquettes courant courants courent cousine
    cousines crique criques dactionnaires drapee engraisse enregistrer ensuite felure fendre finesse flotter
    fonder fournis gagner gantee habitee habitees harasses hausse hausses imprimer joute jugent lacte laise
    langle lassure lavance livrent loption maniaque maquiller marquer mobiliser moiteur montent monter montera
    monteras mouette mouettes naguere nettoyer notation notations oppose opposes parier parlons pillage plaire
    pointue polisson potable poussent pouvons rating ratings remarque remarques ressort ressorts revolte rouler
    rumeur rumeurs salarie serieuse serieuses soucis soumis soumise soumises soutenir stocker sucer synthese
    taire tarder terminee texture tireur tireurs tonner toxiques traiter traits tranche tranches travers
    tricoteuse triomphe veille veillee veillees veilles violette violettes vivement voyageuses voyait`,
  es: `
    abrido abridos abriendo abrimos acepte aceptes acepto acerte acertes adorado adorados adoraos agarre agudas
    ahogada ahogadas ahogado ahogados alarga alargas alcanza aliado aliados alquilar andamos aparca aparcas
    ardiendo atendas atento atentos avisado bailarias barbaro barria barrias barrida barridas barridos barrimos
    barrira blandas bonita bonitas borrar callado callar callas calmado calvo camina caminas camino cansado
    cantado cantados cantas cargada cargadas casada casadas cerras certeza chatarra clares cocino cogera cogeras
    cojones colgarte colgas colgaste colina colinas comeras comido comidos comimos competa competas comuno
    comunos condado consultara consultaras contado contarle contarnos coraje corres corria corrias cortando
    cosera coseras costado costara costaras creas cuartas cuentes cuerdes cuerdos darnos despacio destinado
    dulcas dulcos entraba entrabas entrala entrara entraras entregar entrego entremos entrenaos escapa escapar
    escoga escogas escotilla escribamos escribo escuche escuches espero estaras estarlo estudiaos fuerta gemelas
    guapos hueria huerla huerlo idiota idiotas inverto lavada lavadas lavalo lavamos libera madura mamita mancha
    mandaos mandar manera maneras marcado maricas medera mederas mensaje mensajes metera meteras metias montas
    mordes mortal movera moveras naciera nacieras oleras parado parados pasada pasadas pasade pasades pasame
    pasare pasase pedera pederas permito pintara pintaras pintas planea planeas plantais plantaos podera poderas
    podra podras ponera poneras prefiere prefieres preparo probase propia propias puesta punteria quitate ramera
    razones recuerdas recuerdes regaba regabas regada regadas regado regados regala regalaos regalas regamos
    regara regaras regarlo regarlos robado rodado rodados rogado rogados rogalo salemos salerlo salgas seguio
    sonado sonados tabaco temera temeras tenido tercera terceras termina tiraste tocando tocase tomado trasero
    traseros trata tratas trono ventaja vestimos vestio vinimos vivemos vivera viveras viverlo volais volaras
    volarias volarte volaste`,
  it: `
    abita accendi affatto affetto affilati afflitto alimentarsi alpinisti alzate aprila aprile aprite armonia
    armonici arrampicarsi arredi arrendo attimo attivo autobiografica autobiografiche ballerini barbone battere
    batterica batteriche bavagli bavaglio biografiche blocca bollente bordello bordi bordo cadere calmi canale
    canali cancella cancelliere cannoni canotti capello carini carino carter casini casino caverai
    centrocampisti cercata cercate cercavi chiedi chiedo chiudi chiudo ciccio ciclisti cifre ciottoli
    collezionisti collina colline combatte combatti cominci comporta comporti compositi concetto concreti
    concreto consigliera consigliere copre corriamo cortile costei costui creata create credi credimi creduto
    crollare cronici cucini cucino cugini cugino curato custodite custoditi dentisti diresti diretta divino
    domani dubito elettricita esperti facciale faresti fatale fedele fedeli fermarli fermata fermate fermati
    ferrati fettine fiorire fiorite fondamenti fornite forniti frankie gastronomica geotermica giace golfisti
    grammatici guidi guido hayley humus ibridi illuminate illuminati intenso ipotesi lamenti lasci lascio lavati
    lavato lesioni librari licenzia longobardi maddie maggie magione mancare manchera mancherai mangi mangia
    mangiate mangio manica marcello mariti maschi maschio messaggi messaggio misteri moglie monotone monti
    montiamo morsi mortali motociclisti motorio mucchio necessari necessarie notato ometto origini ottimi ottimo
    ottomani ovate pagare pagata pagate pagati palatini palatino papino parere passami passare passava passeggi
    passeggio pensieri perdente perdenti perduta persi persino piange piangi piantala pianto piccini planare
    poltroni portare portati potessi potrai potro preparata preparate preparati preservati preside prestato
    presti provoca punteggio quindi ridotta rimetti salatura salette salgo salire salvatore sapore sarai
    scaldate scappa scappi scherza scherzi scherzo scrivo scrivono seccato segmenti selvaggia shanghai sicuri
    sicuro sinceri sopporto spariti sparito spegni spende spendi staccato stammi starei stavi suoli supera
    surfisti tagliano tagliare telefona telefonare temere tenere tennisti terni tette tinti tipografica tocchi
    toglie torace torrione torrioni trattare tratti tratto vedrai verrai vicini volando volato volere`,
  pt: `
    aceite aceites acenda acendas almocada almocadas amanha amarela atacaste atenda atendas barulho batera
    batiria botemos brilhar caminha caminhas caminho cantas capela careca carinho carolina carrego casado
    casados casamos cavalheiro cavalheiros certas chegue cheiro chique ciumento colando colhira comendo competa
    competas comuna comunas conceito consertas consultar consultaria coreia corras correra correria correta
    correto corrias costuma cozinho cremos cuartas custaria emenda encantador entrado entrados entravas escolha
    escolhas escolta estaria estavas esteve estrago estuda estudas fechada fechadas formes formos frito gravado
    hastings hostil juntar lancas lavada lavadas lindas mandaram mandarem mandariam maneira maneiras mantenha
    molhes montas mordas mordia mordias mostrada mostradas mostrado mostrados olharia pagaria parta partas
    passarem passemos passos pedias pegada pegadas perigo perigos permito pesaria pintara piscar pontas provada
    provadas quanta quantas quanto quantos queimo quieta regada regadas regara regava regavas sabira salade
    senhorita senhoritas serias servas sobrando sobrinha somente soprado soprados sorras tamanho tantas temido
    temidos temperas temperes tentas tocada tocadas tomara tomava tomavas tontas torcia torcias torcira trazer
    unidade unidades vestas vestimos vestindo`,
  nl: `
    adopteren adviseer adviseren bedanken bedienen bekeken beken belazeren belden belletje bender bestel beters
    bieden bijeen bijten blanken blikken boeven bouwden buitenland bukken controleer controleren damien dansen
    dekken drinken dronken duimen gehackt gepakt geweren gezakt gezichten gister gisteren grazen helden herken
    holden honger houden huilen inlichten inlichtingen kleuren kloppen knoppen kotsen kruipen kunnen kwartje
    maanden mannetje mannetjes masker maskers milton missen moreel nadien netjes onderbreek onderbreken overheid
    overvallen pakten parade peters pikken platen poepen precies rekken repeteren roepen rogers rotten ruineren
    rukken schelen scheur scheuren schild schilden schoft schoften schoon schoot schopte schoten schreef schrijf
    schrijft schudden scoort slopen smaken soorten spoelen spraken spullen staken stelen stelletje sterker
    storing storten stoten straks streng stukjes tepels traceren tranen trapte tussen uitgaat uitstappen veilig
    veilige verassing verbind verbond verbonden vergeet vergeten vergist verhogen verlenen verliet verlieten
    verplichting verplichtingen vervoeren vervolgen vervolgens verwarring vloeken volgen volgens voorkeur
    voorspelling vormen vruchten vullen wijven wijzen winnen zaakjes zeiden zeldzame`,
};
