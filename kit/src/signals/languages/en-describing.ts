/** Materials, colours, forms, uses, places and sports: words before or behind the name of a thing. */
export const describing = `
  absorbent accessories accessory acoustic acrylic action active activewear adapters adaptor adjustable adventure
  adviser advisor aerobic aesthetic agency agent agents air alarm alcohol alkaline all-season all-terrain
  all-weather aloe alpine aluminium aluminum amp amplifier analog android animal ankle anti anti-aging antique
  appliance appliances aquatic archery area arm armchair aroma art artificial artisan artist athletic attic audio
  automatic automotive baby backcountry backlit backpacking backup backyard baking balance balcony ballet balm balms
  bamboo band bands bar barefoot barista bars base baseball basement basic basket baskets bath bathing bathroom
  battery beach bead bean beard bedding bedroom bedside beekeeping beginner beige bento bifold biking bin bins
  biodegradable bird birthday black blackout bladeless blank blanket blankets blend blends blinds blood blue
  bluetooth board boarding boat body bohemian bolts bonsai booster boosters bouldering bow bowl bowls boxing
  brackets braided branded breakfast breathable brew brewing bridal bridesmaid bronze brooch broom brown brush
  bucket buckle budget built-in bulk bundle bundles bunk burr business butter cabin cabinet cabinets cable cables
  cactus camera camp campfire camping camps canceling cancelling candle canine canned canoe canopy capsule capsules
  carbon carbonated cardboard cardio cargo carpet carry-on cartridge cartridges cash cashmere cast castiron casual
  cat catering ceiling cell cellular ceramic chain chains charcoal charger chargers charging charm charms cheese
  chef chest chicken child chill chinese christmas chrome cinema city city-bike classic classical clay clean cleaner
  cleaners cleaning clear climbing clip clips cloth cloud coach coarse coastal cocktail coffee colander cold
  collapsible collection collections college color colored colour coloured comfort comfortable comfy commercial
  commuter commuting compact compatible complete compost compression compressor computer concert condensing console
  consolidation consultant contact container containers contemporary controller controllers convection converter
  convertible cooking cooling copper cord cordless cork corkscrew corner corporate cosmetic cotton counsel counselor
  countertop country couples cover coverage cozy craft crafting cream creative cricket crochet cross-country
  crossbody crossfit cruelty-free cruiser crunchy crystal cube cufflinks curly curtain curved cushion cushions
  custom customised customized cutting cycling daily damp dance dancing dark dash data day daycare decaf decor
  decorating decoration decorations decorative deep delivery denim dental designer desk desktop detector detectors
  detergent detox developer device devices diabetic diamond diesel digital dining dinner dish dishwasher dispenser
  disposable diving dog domestic door double double-oven double-sided down drawer drawers drawing dress dressing
  drinking drip driving drops drum dry drying dual durable dust duster dutch duty duvet ear early earphones earplugs
  ebike eco eco-friendly edition elastic electric electrical electronic elegant email embroidery emerald emergency
  enamel endurance energy engagement engineering english engraved entry-level equipment ergonomic espresso essential
  essentials ethical evening everyday exam exercise exfoliant extender extenders extensions exterior external extra
  eye fabric face facial fair-trade family fan fantasy farm fast fast-charging faux feather female festival fiber
  fiction field film filter filtered filters financial fine fire fireproof first-aid fish fishing fitness fitted
  flat flatscreen fleece flexible floor floral flour flower flowering flying foam foldable folding food foot
  football forest fork forks formal four-person fragrance-free frame frameless frames freestanding freezer french
  fresh fridge front frozen fruit frying fuel full-size fur furnished furniture fuzzy gadget gadgets gaming garage
  garden gardening garlic gas gel gels gents german getaway ghost girls glass glasses glazed glossy gloves glue
  gluten-free gold golden golf gourmet graduation granite graphic graphics grass grater gravel gray green greeting
  grey grilling grocery groomer ground grow guest guitar gummies gym hair haircut half hand handheld handle handles
  handmade hands-free hanger hangers hanging hard hardcover hardshell hardwood hdmi head health healthy heated
  heating heavy heavy-duty height-adjustable herb herbal high-end high-protein high-speed high-waisted hiking hinge
  hinges hip hire historical hobby hockey holder holders holiday home home-made homemade hooded hook hooks
  horizontal horse horseback hosting hot hotel house household hub hubs hunting hyaluronic hybrid hydrating
  hypoallergenic ice indoor induction industrial infant inflatable infrared ink inspection installation instructor
  insulated interior international internet invisible iron italian japanese jazz jewelry jogging jug juicing
  jumbo junior karaoke keyboard keyboards kids king king-size kit kitchen kits knee knit knitted knitting
  knob knobs korean lab lace ladies ladle lamb land landscape language laptop large-screen laser lashes laundry lawn
  layered leaf leak-proof learning leather led left-handed leg lemon lesson lessons license lidded life lifetime
  lightweight linen liner liners lip liquid living load lock locks loft long-distance long-haul long-sleeve
  loose-leaf lounge low low-carb low-maintenance lumbar lunch luxury machine macrame magnetic mahogany maintenance
  makeup male manual maple marathon marble marketing martial massage mat matching maternity math matte meal meat
  mechanical medical medieval meditation medium membership memberships memory memory-foam men mens merino mesh metal
  mic microfiber microfibre microphone microphones midi military mineral minimalist mint mirrorless mist mix mixes
  mobile mobility modem modems modern modular moisture mommy monitor monitoring mop mosquito motion motor motorized
  mountain mountaineering mounted mounts mouse moving muscle music musical nail nails natural nature navy neck neon
  neoprene night nitrile noise noise-canceling noise-cancelling noiseless non-slip non-stick nonslip nonstick
  nursery nursing nut nutrition nylon oak oat office oil oily olive on-ear open-back open-ear opener openers orange
  orchid organic organiser organisers organizer ornament ornaments orthopaedic orthopedic outdoor outdoors oval oven
  over-ear oversized pack package packages packs pad padded paddle paddling padlock pads painting paperback parking
  party pastry patio pattern pc peach peanut pearl pedal peel pen pendant pendants pepper performance period
  permanent personal personalised personalized pest pet petite phone photo photography picnic picture pillowcase
  pills pine pink pitcher plan planner plans planting plastic plated platform platinum play playing plug plug-in
  plumbing plus-size plush pocket pod pods polarized polaroid policy polyester pool portable portrait poster posters
  postpartum pottery poultry pour pour-over powder powders power powered prebuilt precision pregnancy premium
  prepaid preschool prescription pressure primary printed printer printers printing privacy private pro professional
  programmable programming project projector projectors protective provider providers public puppy purple quartz
  queen queen-size quick quick-dry quiet quilt quilted racing radiant rail rain rainbow rainproof raised rattan raw
  reading receiver rechargeable reclaimed reclining recording recycled red reef refill refillable refills reflective
  refrigerated refurbished remote removable removal remover renewable rental rentals repair repairs replacement
  resin resistance retractable retreat retro reusable reversible rice riding road roast robot robotic rock rolling
  romantic roof room rope ropes rose-gold rotating round router routers rowing rubber rug rugby running rustic rv
  rye saddle safari safety sailing salad salt sand satin sauna savings scales scandinavian scanner scanners scented
  school schools science screen screws scrub scrubs sculpting sea sealant sealer seamless seasonal seat seats
  second-hand secondhand security self-cleaning self-defense sensitive sensor sensors series service services set
  sets sewing shake shakes shampoo shaving sheer sheet sheets shelf shelving shockproof shop short-sleeve shoulder
  shower side sieve silent silicone silk silver single sitter skate skating ski skiing skin skinny sleep sleeping
  sleeveless slim slim-fit slip-on slow small-space smart snack snow snowboarding soap soccer social sofa soft solar
  solid-wood sound soundbar soundproof soup sourdough spa spanish spare sparkling spatula speaker speakers speech
  speed spicy spinning splash-proof sponge spoon spoons sports spray sprays spring square squat stackable
  stain-resistant stainless standing stands steam steel steering stereo sterling sticker stickers stiff still stone
  storage strainer strap straps straw streaming street strength stretch stretchy strong student studio study stylish
  subscription subscriptions subwoofer suede sugar sugar-free summer sun supplies supply support surf surfing
  surround sustainable sweat sweatproof swedish sweet swim swimming swivel synthetic syrup table tablet tablets tall
  tan tandem tape task tax tea teak team tech telescopic tempered tennis term terrace thai thermal thermo thick thin
  three-person throw tie-dye tile timer timers tinted tiny tissues titanium toddler toe toilet toner tongs
  top-loading touch touchscreen tough tour towel towels towing toy track tracker trackers tracking trail
  trailrunning trainer training transparent trash travel tray trays treatment treatments trekking trip triple
  tropical truck turntable tutor tv twin two-person typing ultra ultra-wide ultralight ultrasonic ultrawide
  under-desk underwater unisex university unlimited unlocked unscented upright urban usb usb-c used utility vacation
  vacuum valentines vanilla vase vases vegan vegetable vegetarian velvet vented vertical video vintage virtual
  viscose visible vision vitamin vocal voice volleyball walker walking wall wallmount walnut warm washable washing
  waste water water-resistant watercolor waterproof waterproofing wax weather weatherproof web webcam webcams
  webinar wedding weekend weight weighted weightlifting welding wellness western wet wheat wheeled whisk white whole
  wicker wicking wide wide-angle wide-fit wide-leg wifi wig wigs wild wind window windproof wine winter wipes wire
  wired wireless wires women womens wood wooden woodworking wool woolen woollen workout workshop workshops wrap
  wraparound wrist writing xl xs xxl yard yellow yoga youth zero-waste zip`;
