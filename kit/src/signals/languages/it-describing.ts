/** Materials, colours, forms, uses, places and sports: words behind the name of a thing. */
export const describing = `
  4k abito acciaio acqua acquistata acquistate acquistati acquistato acustica acustiche acustici acustico addominali
  adulta adulte adulti adulto aereo affumicata affumicate affumicati affumicato agonistica agonistiche agonistici
  agonistico agricola agricole agricoli agricolo alcolica alcoliche alcolici alcolico allenamento alluminio
  allungabile allungabili alpina alpine alpini alpino alta alte alti alto amara amare amari amaro amatoriale
  amatoriali americana americane americani americano analcolica analcoliche analcolici analcolico analogica analogiche
  analogici analogico anatomica anatomiche anatomici anatomico anello angolare angolari annuale annuali ante
  antiaderente antiaderenti antica antiche antici antico antifurto antigraffio antimacchia antipioggia antirughe
  antirughi antirumore antirumori antiscivolo antishock antivento anziana anziane anziani anziano arabo arancione
  argentata argentate argentati argentato argento aria armadio arrampicata arte artigianale artigianali aspirapolvere
  assicurazione astratta astratte astratti astratto auricolari auto automatica automatiche automatici automatico
  autunnale autunnali autunno avanzata avanzate avanzati avanzato avicola avicole avicoli avicolo avventura azienda
  aziende azzurra azzurre azzurri azzurro bagno balcone bambina bambini bambino bambola bambù barba barca barocca
  barocche barocchi barocco basica basiche basici basico basket bassa basse bassi basso batteria batterie battesimo
  beige benzina bianca bianche bianchi bianco bicchieri bici bilingue bilingui bimba bimbi bimbo biologica biologiche
  biologici biologico birra blindata blindate blindati blindato blu bluetooth bordeaux borsa bottoni bovina bovine
  bovini bovino boxe braccia bracciale braccioli bronzo caccia caffè calcio calda caldaia calde caldi caldo calze
  camera cameretta camicia camoscio campagna campeggio camper cane cane-piccolo cani canina canine canini canino
  cantiere cantieri cantina canto capelli capiente capienti capillare capillari cappello cappuccio capsule carbone
  carbonio carne carnevale carta carte cartone casa casco cashmere casse cassetti catena cavallo cellulare cemento
  ceramica ceramiche ceramici ceramico cerimonia cervicale cervicali chiara chiare chiari chiaro chitarra cialde
  ciclabile ciclabili ciclismo cinema cinese cinesi cintura cittadina cittadine cittadini cittadino città classica
  classiche classici classico clienti climatizzatore collana collo collo-alto colorata colorate colorati colorato
  coltelli combinata combinate combinati combinato comoda comode comodi comodo compatibile compatibili compatta
  compatte compatti compatto competitiva competitive competitivi competitivo compleanno completa complete completi
  completo componibile componibili computer comunione connessa connesse connessi connesso console contabilità
  contenitore conto coppia corazzata corazzate corazzati corazzato coreano corpo corporea corporee corporei corporeo
  corrente corsa corso corta corte corti corto cotone country creativa creative creativi creativo crema criceto
  cristallo crociera cromata cromate cromati cromato cucciola cucciole cuccioli cucciolo cucina cucina-italiana cucita
  cucite cuciti cucito cuffie cuoio cuscino danza decaffeinata decaffeinate decaffeinati decaffeinato decorata
  decorate decorati decorato delicata delicate delicati delicato denim dentale dentali denti deposito didattica
  didattiche didattici didattico diesel digitale digitali disegno ditta diurna diurne diurni diurno divano divertente
  divertenti dolce dolci domestica domestiche domestici domestico donna doppi doppia doppie doppio dorata dorate
  dorati dorato drone dura dure durevole durevoli duri duro ecologica ecologiche ecologici ecologico economica
  economiche economici economico ecopelle educativa educative educativi educativo elastica elastiche elastichi
  elastico elegante eleganti elettrica elettriche elettrici elettrico elettronica elettroniche elettronici elettronico
  emergenza enorme enormi equitazione ergonomica ergonomiche ergonomici ergonomico escursionismo esotica esotiche
  esotici esotico esperta esperte esperti esperto espresso essenziale essenziali estate esterna esterne esterni
  esterno estiva estive estivi estivo estraibile estraibili etnica etniche etnici etnico europea europee europei
  europeo facciale facciali faggio famiglia fantascienza fantasia fantasy fatturazione fatture felina feline felini
  felino feltro femminile femminili ferro festa fibbia filtro finanza finestra fiori fitness flessibile flessibili
  floreale floreali foderata foderate foderati foderato fondente fondenti formazione formiche forno foto fotocamera
  fotografia fotovoltaica fotovoltaiche fotovoltaici fotovoltaico francese francesi fredda fredde freddi freddo fresca
  fresche freschi fresco frigo fritta fritte fritti fritto frizzante frizzanti frutta fucsia full gambe gaming garage
  garantita garantite garantiti garantito gas gatti gatto gel gelato geometrica geometriche geometrici geometrico
  ghiaccio ghisa giacca gialla gialle gialli giallo giapponese giapponesi giardino gigante giganti ginocchio gioco
  giorno giubbotto glutei glutine golf gomma gomme gonfiabile gonfiabili grande grandi grani granito grano grassa
  grasse grassi grasso gres grezza grezze grezzi grezzo grigi grigia grigie grigio guanti guida halloween hd hdmi
  hotel idratante idratanti idrorepellente idrorepellenti illustrata illustrate illustrati illustrato imbottita
  imbottite imbottiti imbottito immersioni impermeabile impermeabili impilabile impilabili impregnata impregnate
  impregnati impregnato incisa incise incisi inciso incorporata incorporate incorporati incorporato indoor industriale
  industriali induzione infantile infantili inglese inglesi inox insetti integrale integrali integrata integrate
  integrati integrato intelligente intelligenti intensiva intensive intensivi intensivo interattiva interattive
  interattivi interattivo interna interne interni interno invernale invernali inverno ipoallergenica ipoallergeniche
  ipoallergenici ipoallergenico irrigazione italiana italiane italiani italiano jeans kayak labbra laccata laccate
  laccati laccato lago lampada lampadario lana larga larghe larghi largo latte lattice lattosio laurea lavabile
  lavabili lavastoviglie lavatrice lavoro lcd led leggera leggere leggeri leggero legna legno legno-chiaro
  legno-massello legno-scuro legnosa legnose legnosi legnoso lego lenta lente lenti lento lenzuolo letto levigata
  levigate levigati levigato lezioni libreria libro lino liquida liquide liquidi liquido lombare lombari lucchetto
  luce lucida lucide lucidi lucido luminosa luminose luminosi luminoso lunga lunghe lunghi lungo lussuosa lussuose
  lussuosi lussuoso macinata macinate macinati macinato magazzino magica magiche magici magico maglia magnetica
  magnetiche magnetici magnetico magra magre magri magro mani maniche manico manuale manuali mare marina marine marini
  marino marmo marrone martello maschile maschili massello massicci massiccia massiccie massiccio matematica materasso
  matrimoniale matrimoniali matrimonio mattutina mattutine mattutini mattutino max maxi meccanica meccaniche meccanici
  meccanico medi media medie medio mediterranea mediterranee mediterranei mediterraneo memory mensile mensili mensola
  merino metallica metalliche metallici metallico microfibra microonde mini minimalista mobile moderna moderne moderni
  moderno moka molle monitor montagna montana montane montani montano morbida morbide morbidi morbido moto mq mtb
  multifunzione multifunzioni musica musicale musicali mutuo napoletana napoletane napoletani napoletano natale
  naturale naturali negozio neonata neonate neonati neonato nera nere neri nero neutra neutre neutri neutro neve noce
  nordica nordiche nordici nordico notebook notte notturna notturne notturni notturno nuoto nuovo nutriente nutrienti
  nylon oca occhi occhiali oled olio olio-motore ombra online onlini opaca opache opachi opaco orecchini organica
  organiche organici organico orientale orientali originale originali orizzontale orizzontali oro orologio orto
  ortopedica ortopediche ortopedici ortopedico outdoor ovale ovali padel padelle palestra pallavolo pane pantaloni
  parcheggio parete pasqua pasta pavimento pc pelle pelle-secca pelle-sensibile pellet pelo pentole personalizzata
  personalizzate personalizzati personalizzato pesante pesanti pesca pesce pesi pianoforte piante piatti piazze
  piccante piccanti piccolo piedi pieghevole pieghevoli pietra pilates pile pino pioggia piscina pittura piuma pizza
  pizzo plastica plastiche plastici plastico playstation plus pneumatici poliestere poliziesca poliziesche poliziesci
  poliziesco polso poltrona polvere porcellana porta portatile portatili portoghese posate posti potente potenti prato
  premium pressione prestito primavera primaverile primaverili primo-soccorso principiante principianti privata
  private privati privato pro professionale professionali profumata profumate profumati profumato progetti
  programmabile programmabili programmazione proteica proteiche proteici proteico proteine protezione punta puzzle
  quadrata quadrate quadrati quadrato quotidiana quotidiane quotidiani quotidiano ragazza ragazzi ragazzo rame rapida
  rapide rapidi rapido raso rattan refrigerata refrigerate refrigerati refrigerato regalo regolabile regolabili
  regolata regolate regolati regolato resina resistente resistenti rete ricamata ricamate ricamati ricamato ricambio
  ricaricabile ricaricabili ricondizionata ricondizionate ricondizionati ricondizionato rigida rigide rigidi rigido
  rilegata rilegate rilegati rilegato rimovibile rimovibili rinfrescante rinfrescanti ripiani riscaldata riscaldate
  riscaldati riscaldato riserva ristorante riutilizzabile riutilizzabili robusta robuste robusti robusto romana romane
  romani romano romantica romantiche romantici romantico rosa rossa rosse rossi rosso rotelle rotonda rotonde rotondi
  rotondo router rovere running ruote russo rustica rustiche rustici rustico sacco salata salate salati salato sale
  salotto satinata satinate satinati satinato scandinava scandinave scandinavi scandinavo scarpe schiena schienale sci
  sci-alpino sciarpa scolastica scolastiche scolastici scolastico scontata scontate scontati scontato scooter scozzese
  scozzesi scrivania scuola scura scure scuri scuro secca secche secchi secco sedia semi semiautomatica
  semiautomatiche semiautomatichi semiautomatico semiprofessionale semiprofessionali sensibile sensibili separata
  separate separati separato sera serale serali seta settimanale settimanali shabby siciliana siciliane siciliani
  siciliano sicurezza siepe silenziosa silenziose silenziosi silenzioso silicone singola singole singoli singolo
  sintetica sintetiche sintetici sintetico smaltata smaltate smaltati smaltato smart smart-working smartphone
  snowboard soffitto soggiorno solare solari sole solida solide solidi solido sospesa sospese sospesi sospeso sottile
  sottili spagnola spagnole spagnoli spagnolo spalla spaziosa spaziose spaziosi spazioso specchio spessa spesse spessi
  spesso spiaggia sport sportiva sportive sportivi sportivo sposa sposo spray stagionata stagionate stagionati
  stagionato stampante stampata stampate stampati stampato stereo sterilizzata sterilizzate sterilizzati sterilizzato
  stivali storia storica storiche storici storico stradale stradali stretta strette stretti stretto studio
  studio-medico stufa subacquea subacquee subacquei subacqueo succo sughero sup superleggera superleggere superleggeri
  superleggero surf surgelata surgelate surgelati surgelato switch tablet tacco taglia taglie tappeto tascabile
  tascabili tavola tavolo tavolo-da-gioco teak teatro tecnica tecniche tecnici tecnico tedesco tela telefono
  televisore temperata temperate temperati temperato temporizzata temporizzate temporizzati temporizzato tenda tende
  tennis termica termiche termici termico termosaldata termosaldate termosaldati termosaldato termosifone terrazzo
  tessile tessili titanio topi torta toscana toscane toscani toscano touch tracolla trail trapano trapunta
  trasformabile trasformabili trasparente trasparenti traspirante traspiranti trasporto trattata trattate trattati
  trattato trekking treno tripla triple tripli triplo tropicale tropicali tulle turchese tv tè ufficio ultraleggera
  ultraleggere ultraleggeri ultraleggero umida umide umidi umido uncinetto unghia unghie unisex universale universali
  universitari universitaria universitarie universitario università uomo urbana urbane urbani urbano usata usate usati
  usato usb valigia vapore vegana vegane vegani vegano vegetale vegetali vegetariana vegetariane vegetariani
  vegetariano vela velluto veloce veloci ventilata ventilate ventilati ventilato vento verde verdura vernice
  verniciata verniciate verniciati verniciato verticale verticali vestito vetrificata vetrificate vetrificati
  vetrificato vetro viaggio video vimini vino vintage vintagi viola violino viso vitamine volo wifi wireless xbox yoga
  zaino zanzara zanzare zincata zincate zincati zincato zip zucchero`;
