/** Materials, colours, forms, uses, places and sports: words before the name of a thing or at its beginning. */
export const describing = `
  aardewerken accu achter afneembaar afneembare afsluitbaar afsluitbare afwasbaar afwasbare akoestisch alcoholvrij
  allergievrij aluminium ambachtelijk analoog analoge anatomisch antiek antislip automatisch autonoom avond baby bamboe
  basis bed bedraad bedrade beige berg beukenhouten biologisch bio blauw blauwe bluetooth blijvend boodschappen bordeaux
  brandveilig brede breed bruin bruine budget buiten business cafeïnevrij camouflage camping canvas chroom comfortabel
  compact compacte complete cordless corduroy crossover dag dagelijks dames degelijk design diepe digitaal digitale
  dimbaar dimbare donker donkerblauw donkere donkergroen dons donzen doorzichtig draadloos draadloze draagbaar draagbare
  draaibaar draaibare dubbel dubbele duitse dun dunne duurzaam duurzame eenpersoons eenvoudig effen eiken eikenhouten
  elastisch elegant elektrisch elektronisch emaille energiezuinig energiezuinige engels ergonomisch espresso etnisch
  exclusief extern fairtrade felle fijn fijne flanel fleece flexibel fluisterstil fluweel fluwelen franse fris fruitig
  full-hd gaming gas geaard gebreid gebreide gebruikt gebruikte geel gele geluidsarm geluidsarme geluiddicht gemalen
  gerecycled geruit gesloten gestoffeerd gestreept gevoerd gevoerde gewatteerd gezins gezond gietijzeren glanzend glazen
  glutenvrij goud gouden grafisch gras gratis grenen grijs grijze groen groenblijvend groenblijvende groene grof grove
  haakse halal half halfhoge halflang handgemaakt handmatig hand handzaam hardhouten hard harde heren herfst herlaadbaar
  hoge hoog hoogwaardig hoogwaardige hout houten huis huishoudelijk hybride hydraulisch hypoallergeen hypoallergene
  ijzeren inbouw inclusief indoor industrieel inklapbaar inklapbare instelbaar instelbare intern italiaans italiaanse
  japanse jongens kabelloos kabelloze kampeer kantoor kartonnen kasjmier kasjmieren katoen katoenen keramisch keramische
  kerst keuken kind kinder kindvriendelijk klassiek klassieke kleine klein kleurrijk klimop koel koele koolstof koper
  koperen korte kort krachtig kunststof kunstleer kurk kussen lactosevrij lage laag landelijk lang lange led leer leren
  lederen lente lichtblauw lichtgewicht licht lichte linnen luchtdicht luxe magnetisch manueel marmer marmeren mat matte
  mechanisch medisch meisjes melk merino metaal metalen milieuvriendelijk minimalistisch mini mintgroen mobiel mobiele
  modern moderne modulair multifocaal multifunctioneel muur nacht natuurlijk nood noten notenhouten oefen olijfgroen
  ondiep ongeparfumeerd onderhoudsarm onderhoudsvrij opblaasbaar opblaasbare opklapbaar opklapbare oplaadbaar oplaadbare
  opvouwbaar opvouwbare oranje orthopedisch oud oude outdoor ouderwets ovaal ovale paars paarse papieren parfumvrij
  piepklein pittig plastic plat platte plantaardig pluche poreus porselein porseleinen praktisch premium privé pro
  professioneel programmeerbaar programmeerbare puur pure radiografisch refurbished regen reis retro rieten robuust roest
  roestvrij roestvrijstalen rond ronde rood rode rotan roze rubber rubberen rustiek rvs samenvouwbaar scandinavisch
  schokbestendig schuin siliconen slaap slank slanke slijtvast slim slimme smal smalle snel snoerloos snoerloze solar
  spaanse spatwaterdicht sportief spijker staal stalen stabiel stenen sterk sterke stevig stil stille stofvrij stoffen
  strand suède suikervrij synthetisch tactisch tweedehands tweepersoons thermisch thuis titanium traploos transparant
  trekking tropisch tuin turquoise uitschuifbaar uitschuifbare uitwasbaar usb vaatwasserbestendig vast vaste vegan
  veganistisch vegetarisch veilig veilige verende verlicht verlichte verrijdbaar verrijdbare verstelbaar verstelbare
  verwarmd verwarmde verwijderbaar verzwaard verzwaarde vierkant vierkante vilten vintage vlak vlakke vloer vochtwerend
  volautomatisch volle volkoren vouwbaar vouwbare vrijstaand vroege wand wandel warm warme warmte wasbaar wasbare water
  waterafstotend waterdicht watervast waterbestendig weekend weersbestendig weerbestendig wettelijk winddicht winter wit
  witte wollen wol woon yoga zachte zacht zakelijk zilver zilveren zijden zinken zomer zonne zuinig zuinige zwaar zware
  zwart zwarte zwenkbaar zwevend agentschap bedrijf bureau kosten les lessen les-online onderhoud reparatie verhuur huren
  tarief vergelijken installatie plaatsen reiniging cursus winkel merk zelfklevend antikalk anti-slip antivries
  gezichts haar huid lichaam nek rug voeten handen gevoelige droge vette gebruiksvriendelijk gebruiksvriendelijke
  honden katten puppy kitten konijnen vogel vissen paarden hond kat peuter kleuter tiener senioren studenten beginners
  hardlopen wandelen fietsen kamperen zwemmen koken bakken tuinieren reizen werken gamen lezen schilderen breien
  slaapkamer woonkamer badkamer keukens balkon terras zolder kelder garage kantoorruimte auto fiets motor trein vliegtuig
  jaar persoons delig inch liter watt kilo`;
