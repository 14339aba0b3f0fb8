import type { LanguageFile } from './language.ts';

export const things: LanguageFile['things'] = {
  crafts: `yarn needles fabric thread beads glue-gun canvas easel brushes watercolors markers pens pencils paper planner
    diary stationery stamps envelopes cricut`,
  footwear: `shoe shoes sneaker sneakers trainers boot boots sandals slippers heels loafers flip-flops footwear cleats clogs
    insoles`,
  clothing: `waistcoat jumpsuit romper overalls sweatpants joggers lingerie robe bathrobe nightgown kimono poncho windbreaker
    puffer base-layer base-layers thermals jacket coat parka hoodie sweater jumper sweatshirt shirt t-shirt tshirt tee
    tees jeans pants trousers leggings shorts skirt dress suit blazer tuxedo underwear boxers bra socks tights
    swimsuit bikini pajamas pyjamas scarf gloves mittens beanie hat cap belt tie raincoat fleece vest cardigan uniform
    clothes clothing outfit wetsuit`,
  accessories: `watch watches smartwatch wallet handbag purse bag bags backpack rucksack suitcase luggage duffel sunglasses
    glasses umbrella jewelry jewellery ring rings necklace bracelet earrings wristwatch tote keychain`,
  electronics: `earbud typewriter calculator label-maker e-ink stylus trackpad dock docking-station hard-drive memory-card
    sd-card usb flash-drive smart-ring smart-lock dash-cam baby-monitor camcorder record-player vinyl vinyl-records
    records cd dvd walkman antenna ups generator power-strip surge-protector flashlight headlamp lantern laptop
    notebook macbook chromebook computer pc desktop tablet ipad kindle kobo e-reader ereader phone smartphone iphone
    pixel galaxy android headphones earbuds earphones airpods headset speaker speakers soundbar tv tvs television
    monitor monitors projector camera cameras webcam gopro drone printer scanner router modem keyboard mouse charger
    powerbank power-bank cable hub dongle ssd gpu cpu microphone mic turntable amplifier oled qled led console
    playstation ps5 ps4 xbox nintendo switch controller gadget electronics battery batteries tripod lens doorbell
    thermostat walkie-talkie radio graphics-card motherboard nas tracker airtag sony bose samsung dyson warranty
    extended-warranty processor ram karaoke-machine smart-plug smart-bulb`,
  software: `accounting-software bookkeeping-software payroll helpdesk chatbot analytics newsletter website-builder
    domain-name ide editor password-manager cloud-storage backup firewall software app apps crm vpn antivirus
    hosting domain photoshop spotify netflix hulu disney subscription saas erp plugin template tool tools
    spreadsheet photo-editor video-editor project-management note-taking-app streaming-service`,
  extras: `mount stand holder cover bag set kit rack box strap case protector stickers sticker adapter filter filters parts
    sleeve pouch organizer organiser card pass pack`,
  home: `crockpot dehumidifiers hangers organizer caddy doormat sewing-machine intercom lock locks alarm alarms
    extension-cord plug plugs socket outlet shower faucet sink toilet countertop countertops cabinets tiles flooring
    insulation bunk nightstand ottoman recliner headboard topper quilt throw cushion cushions beanbag playpen
    highchair gate feeder terrarium planter trellis firepit fireplace chimney awning parasol sofa couch futon
    mattress bed bedframe pillow pillows duvet blanket sheets bedding chair chairs armchair stool desk table tables
    bookshelf shelf shelves wardrobe dresser cabinet lamp lamps lights rug carpet curtains blinds mirror candle
    candles vase furniture vacuum hoover dehumidifier humidifier purifier heater fan conditioner fridge refrigerator
    freezer dishwasher washer dryer oven stove microwave washing-machine detergent iron towel towels hammock clock
    poster frame storage bin mop broom crib cot decor lightbulb lightbulbs bulb bulbs cleaner appliance appliances
    mattress-topper bean-bag bookcase crib-mattress lampshade chandelier wall-clock rugs throw-pillow bath-mat
    shower-curtain toilet-seat smoke-detector carbon-monoxide-detector air-purifier space-heater ironing-board
    clothes-dryer vacuum-bags trash-can laundry-basket tablecloth placemats picture-frame`,
  kitchen: `spatula whisk peeler scale thermomix instant-pot slow-cooker pressure-cooker waffle-maker ice-maker frother
    percolator carafe tumbler flask cooler lunch-box tupperware cutting-board oven-mitts apron kettle toaster blender
    mixer fryer espresso grinder pan pans pot pots wok skillet knife knives cookware cutlery plates mug mugs bottle
    cup cups thermos juicer press kitchenware grill grills bbq barbecue smoker cooker coffeemaker teapot rice-cooker
    lunchbox machine`,
  food: `milk oat-milk protein-bars energy-drink kombucha vinegar sauce salt pepper flour rice pasta noodles bread
    cookies candy nuts granola jam syrup butter oil steak salmon coffee tea wine whisky whiskey beer gin rum vodka
    champagne chocolate snacks cake food beans cheese honey spices meal-kit meal-kits groceries pizza sushi juice
    cereal olive-oil hot-sauce restaurant restaurants takeaway takeout catering meat seafood cheeseboard hamper
    spice-rack protein-shake baby-formula baby-food tofu yogurt avocado mustard ketchup mayonnaise maple-syrup
    matcha`,
  beauty: `wig eyeliner eyeshadow blush bronzer primer toner exfoliator tweezers clippers curler hairbrush comb mouthwash
    floss aftershave beard-oil body-wash bath-bombs nails tan shampoo conditioner perfume cologne makeup lipstick
    mascara foundation moisturizer moisturiser sunscreen serum lotion cream skincare razor shaver trimmer toothbrush
    toothpaste hairdryer straightener deodorant soap nail-polish cleanser concealer hair-dryer hair-straightener
    curling-iron electric-toothbrush face-wash face-cream hand-cream lip-balm hair-mask hair-dye nail-clippers
    bath-salts makeup-brushes`,
  health: `blood-pressure-monitor hearing-aid hearing-aids compression-socks knee-brace electrolytes collagen probiotics
    melatonin omega-3 multivitamin earplugs heating-pad foot-massager vitamins vitamin supplement supplements protein
    powder magnesium creatine thermometer massager mask masks wheelchair crutches brace contacts`,
  sports: `foam-roller resistance-bands barbell pull-up-bar boxing-gloves punching-bag jersey cleats shin-guards goggles
    snorkel fins wetsuit rod reel tackle bow arrows paddle oars climbing-rope harness carabiner hydration-pack
    running-vest stopwatch basketball football soccer tennis badminton golf hockey skates rollerblades hoverboard
    unicycle gear bike bikes bicycle e-bike ebike scooter skateboard skis snowboard surfboard kayak treadmill
    dumbbells weights kettlebell mat mats racket racquet ball golf-clubs tent tents sleeping-bag helmet poles gym
    membership fitness rower bench yoga pilates paddleboard binoculars climbing-gear fishing-rod yoga-mat
    rowing-machine exercise-bike stationary-bike elliptical skipping-rope jump-rope trekking-poles hiking-boots
    ski-boots swim-cap water-bottle bike-lock bike-pump panniers`,
  toys: `playdough slime crayons coloring-book rc-car nerf barbie playmobil pokemon trading-cards dice teddy rocking-horse
    swing slide sandbox car-seat baby-carrier baby-bottle toy toys lego doll dolls puzzle puzzles game games boardgame
    stroller strollers pram buggy diapers nappies crib pacifier plush playset trampoline`,
  pets: `crate kennel harness pet-carrier cat-tree fish-tank hamster-cage bird-feeder dog-treats dog-food cat-food
    flea-collar litter leash kibble aquarium birdcage catnip dog-bed scratching-post collar`,
  books: `book books novel novels textbook textbooks cookbook ebook audiobook magazine comic comics manga thriller
    thrillers biography memoir dictionary atlas workbook`,
  garden: `shears secateurs rake wheelbarrow snow-blower compost-bin sprinkler pressure-washer leaf-blower shed fence decking
    sander nail-gun wrench socket-set multimeter mower lawnmower hose shovel plants plant seeds soil fertilizer pots
    greenhouse drill hammer screwdriver toolbox ladder paint wallpaper tiles hedge-trimmer chainsaw patio gazebo`,
  automotive: `brake-pads wiper-blades motor-oil jumper-cables floor-mats bike-rack trailer scooter-helmet caravan car cars suv
    truck van motorcycle motorbike tires tyres tire tyre dashcam tesla battery-charger ev vehicle roof-box minivan
    pickup convertible hatchback sedan jeep winter-tires snow-tires car-wax car-cover roof-rack dash-camera`,
  finance: `roth-ira ira 401k annuity bonds stocks index-fund brokerage refinance heloc tax-software retirement-plan
    credit-union prepaid-card insurance loan loans mortgage bank-account checking-account credit-card debit-card
    broker pension savings-account etf etfs crypto leasing quote quotes`,
  travel: `campervan motorhome rv tour tours cruise-ship car-rental rental-car campsite cabin lodge passport-holder
    travel-pillow flight flights hotel hotels hostel airbnb cruise tickets ticket rental train-ticket
    holiday-package ski-pass resort package-holiday train-tickets bus-tickets plane-tickets ferry villa bnb
    hotel-rooms rooms travel-insurance visa-service`,
  property: 'house houses apartment apartments condo studio flatshare',
  telecom: 'plan plans sim esim broadband internet fibre',
  services: `service agency roofer movers caterer venue dj florist tailor barber salon spa massage gym-membership
    personal-trainer coach consultant dentist accountant lawyer plumber electrician tutor cleaner photographer
    gardener mechanic babysitter nanny realtor contractor notary removal-company locksmith handyman painter
    decorator architect optician chiropractor physiotherapist nutritionist veterinarian vet translator lawn-care
    pest-control web-designer wedding-planner driving-instructor driving-school`,
  education: `course courses class classes bootcamp tutoring certification masterclass degree mba diploma driving-lessons
    piano-lessons guitar-lessons tuition`,
  gifts: 'gift gifts present presents flowers bouquet voucher',
  instruments: 'guitar piano ukulele violin drums synthesizer trumpet flute saxophone cello',
  energy: 'solar panels panel heat-pump powerwall inverter',
};
