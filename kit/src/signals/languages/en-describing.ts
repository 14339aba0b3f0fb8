/** Materials, colours, forms, uses, places and sports: words before or behind the name of a thing. */
export const describing = `absorbent acoustic acrylic action active activewear adjustable adventure aerobic aesthetic air alarm alcohol
  alkaline all-season all-terrain all-weather aloe alpine aluminium aluminum analog android animal ankle anti anti-aging
  antique aquatic archery area arm armchair aroma art artificial artisan artist athletic attic audio automatic automotive baby
  backcountry backlit backpacking backup backyard baking balance balcony ballet bamboo bar barefoot barista base baseball
  basement basic bath bathing bathroom battery beach bead bean beard bedding bedroom bedside beekeeping beginner beige
  bento bifold biking biodegradable bird birthday black blackout blank bladeless blood blue bluetooth board boat body bohemian
  bohemian bonsai bouldering bow boxing braided braided branded breakfast breathable brewing bridal bridesmaid bronze brown
  brush budget built-in bulk bunk burr business butter cabin cable cactus camera camp campfire camping candle canine canned
  canoe canopy carbon carbonated cardboard cardio cargo carpet carry-on cash cashmere cast castiron casual cat ceiling cell
  cellular ceramic charcoal charging cheese chef chest chicken child chill chinese christmas chrome cinema city classic
  classical clay clean cleaning clear climbing clip cloth cloud coarse coastal cocktail coffee cold collapsible college color
  colored colour coloured comfort comfortable comfy commercial commuter commuting compact compatible complete compost
  compression computer concert condensing contact contemporary convertible cooking cooling copper cordless cork corner
  corporate cosmetic cotton countertop country couples cover cozy craft crafting cream creative cricket crochet
  cross-country crossbody crossfit cruelty-free crunchy crystal cube curly curved custom customised customized cutting cycling
  daily damp dance dancing dark dash data day decaf decor decorating decorative deep delivery denim dental desktop detox
  diabetic diamond diesel digital dining dinner dish dishwasher disposable diving dog domestic door double double-sided down
  drawing dress dressing drinking driving drum dry drying dual durable dust dutch duty ear early ebike eco eco-friendly
  elastic electric electrical electronic elegant email embroidery emergency emerald enamel endurance energy engagement
  engineering english engraved entry-level ergonomic espresso essential essentials ethical evening everyday exam exercise
  exterior external extra eye fabric face facial fair-trade family fan fantasy farm fast fast-charging faux feather
  female festival fiber fiction field film filtered financial fine fire fireproof first-aid fish fishing fitness fitted flat
  flatscreen fleece flexible floor floral flour flower flowering flying foam folding foldable food foot football forest
  formal four-person fragrance-free frameless freestanding freezer french fresh fridge front frozen fruit frying fuel
  full-size furniture fur furnished fuzzy gaming garage garden gardening garlic gas gel gents german ghost girls glass
  glazed gluten-free glossy gold golden golf gourmet graduation granite graphic graphics grass gray green grey grilling
  grocery ground grow guest guitar gym hair half hand handheld handmade hands-free hanging hard hardcover hardshell hardwood
  haircut hdmi head health healthy heated heating heavy heavy-duty height-adjustable herbal herb high-end high-protein
  high-waisted hiking hip historical hobby hockey holiday home home-made homemade hooded horizontal horse horseback hosting
  hot hotel house household hunting hybrid hydrating hyaluronic hypoallergenic ice indoor induction industrial infant
  inflatable infrared ink insulated interior international internet invisible iron italian jack japanese jazz jewelry
  jogging juicing jumbo junior karaoke kids kitchen knee knit knitted knitting korean lab lace ladies lamb land landscape
  language laptop large-screen laser laundry lawn layered leaf leak-proof learning leather led left-handed leg lemon
  lidded life lifetime lightweight linen lip liquid living load loft long-distance long-haul long-sleeve loose-leaf lounge low
  low-carb low-maintenance lumbar lunch luxury machine macrame magnetic mahogany makeup male manual maple marathon marble
  marketing martial massage matching maternity matte meal meat mechanical medical medieval meditation medium memory
  memory-foam men mens merino mesh metal mic microfiber microfibre midi military mineral minimalist mint mirrorless mobile
  mobility modern modular moisture mommy mosquito motion motor motorized mountain mountaineering mounted moving muscle music
  musical nail natural nature navy nail neck neoprene neon night nitrile noise noise-canceling noise-cancelling noiseless
  nonstick non-stick non-slip nonslip nursery nursing nut nutrition nylon oak oat office oil oily olive on-ear open-ear
  open-back orange orchid organic organizer orthopedic orthopaedic outdoor outdoors oval oven over-ear oversized padded
  paddle paddling painting paperback parking party pastry patio pattern pc peach peanut pearl pedal pen pepper performance
  period permanent personal personalised personalized pest pet petite phone photo photography picnic picture pine pink
  planting plastic plated platform platinum play playing plug plug-in plumbing plush plus-size pocket polarized polaroid
  polyester pool portable portrait postpartum pottery poultry pour pour-over power powered prebuilt precision pregnancy
  premium prepaid prescription preschool pressure primary printed printing privacy private pro professional programmable
  programming project protective public puppy purple quartz queen queen-size quiet quick quick-dry quilted racing radiant
  rail rain rainbow rainproof raised rattan raw reading rechargeable reclaimed reclining recording recycled red reef
  refillable reflective refrigerated refurbished removable renewable rental replacement resin resistance retractable retro
  reusable reversible rice riding rock rolling romantic roof room rope rose-gold rotating round rowing rubber rug rugby
  running rustic rv rye saddle safari safety sailing salad salt sand satin sauna savings scandinavian scented school science
  screen sculpting sea seamless seasonal second-hand secondhand security self-cleaning self-defense sensitive set sewing
  shampoo shaving sheer shelf shockproof shop short-sleeve shoulder shower side silent silicone silk silver single skate
  skating ski skiing skin skinny sleep sleeping sleeveless slim slim-fit slip-on slow small-space smart snack snow
  snowboarding soap soccer social sofa soft solar solid-wood sound soundproof soup sourdough spa spanish spare sparkling
  speech speed spicy spinning splash-proof sports spray spring square squat stackable stain-resistant stainless standing
  steam steel steering stereo sterling stiff still stone storage straw streaming street strength stretch stretchy strong
  student studio study stylish suede sugar sugar-free summer sun support surf surfing surround sustainable sweat sweatproof
  swedish sweet swim swimming swivel synthetic table tablet tall tan tape task tax tea teak team tech telescopic tempered
  tennis term terrace thai thermal thermo thick thin three-person throw tie-dye tile tiny tinted titanium toddler toe
  toilet top-loading touch touchscreen tough towing toy track tracking trail trailrunning training transparent trash travel
  trekking trip triple tropical truck tv twin two-person typing ultra ultralight ultrasonic ultrawide under-desk underwater
  unisex university unlimited unlocked unscented upright urban usb usb-c used utility vacation vacuum valentines vanilla
  vegan vegetable vegetarian velvet vented vertical video vintage virtual viscose vision vitamin vocal voice volleyball
  walking wall walnut warm washable washing waste water water-resistant waterproof waterproofing watercolor wax weather
  weatherproof web wedding weekend weight weighted weightlifting welding wellness western wet wheat wheeled white whole
  wicker wide wide-angle wide-fit wide-leg wifi wild window windproof wine winter wired wireless wicking women womens wood
  wooden woodworking wool woolen woollen workout workshop wraparound wrap wrist writing xl xxl xs yard yellow yoga youth
  zero-waste zip
  opener openers visible accessories accessory appliance appliances equipment supplies supply device devices gadget gadgets
  tracker trackers monitor monitoring detector detectors sensor sensors controller controllers remote console dispenser
  holder holders organizer organisers organiser container containers basket baskets bin bins tray trays hanger hangers hook
  hooks wallmount mounts stands cabinet cabinets drawer drawers shelving desk mat liner liners pad pads sheet sheets towel
  towels blanket blankets quilt duvet pillowcase cushion cushions curtain blinds decoration decorations ornament ornaments
  poster posters sticker stickers frame frames vase vases pitcher jug bowl bowls glasses spoon spoons fork forks
  spatula ladle whisk tongs opener corkscrew grater strainer sieve colander scales timer timers spray sprays wipes tissues
  detergent cleaner cleaners mop broom bucket duster sponge gloves sealant sealer glue tape nails screws bolts brackets
  hinge hinges knob knobs handle handles lock locks padlock key keys chain chains rope ropes wire wires cable cables cord
  charger chargers adaptor adapters converter hub hubs router routers extender extenders booster boosters modem modems
  keyboard keyboards mouse speaker speakers soundbar subwoofer amplifier amp receiver turntable earphones earplugs
  microphone microphones webcam webcams projector projectors printer printers scanner scanners cartridge cartridges toner
  refill refills subscription subscriptions membership memberships license bundle bundles kit kits pack packs package
  packages set sets collection collections edition series seat seats cushion strap straps band bands buckle clip clips
  charm charms pendant pendants brooch cufflinks wig wigs extensions lashes brush kit treatment treatments remover
  peel exfoliant gel gels balm balms butter scrub scrubs mist powder powders capsule capsules tablets pills gummies drops
  syrup bars shake shakes bar mix mixes blend blends roast pods pod capsules filters filter refills
  lessons lesson tutor workshop workshops webinar retreat getaway package tour rental rentals hire installation repair
  repairs service services cleaning removal maintenance inspection delivery catering hosting provider providers plan plans
  policy coverage consolidation advisor adviser planner agent agents agency counsel counselor consultant designer developer
  coach trainer instructor sitter walker groomer trainer boarding daycare camp camps school schools`;
