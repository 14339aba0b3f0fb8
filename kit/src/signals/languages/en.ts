import type { LanguageFile } from './language.ts';

export const en: LanguageFile = {
  code: 'en',
  head: 'last',
  joiners: '',
  endings: 's es',
  hasCompounds: false,
  idioms:
    'checkout page, of course, in case, machine learning, log in, sign in, sign up, on sale, set of, pack of, case of, at home, in the box, class action, black friday, cyber monday, book it, book a, book an, book me, just in case, in that case, light on, as a matter, watch out, for sale, on sale, present for, the present, at present, set up, course of, by the way, first class, in class, ball park',
  stop: `ish die died dies dead dying kill killed killing a ill able about above accept actually add affordable after afterwards again ago ah all almost alone along
    already alright also although always am amazing among an and another any anybody anymore anyone anything
    anyway anywhere apart appreciate are arent argue arguing around arrive arrived arrives as ask asked asking at
    available avoid away awful awesome back bad bah basically be because become been before began begin being
    believe below beside best bet better between beyond big bit  bored both bought break breaks bring broke
    broken bro bt btw budget but buy buying by bye call called came can cannot cant  care  catch change
    changed charge charged cheap cheaper cheapest check checkout choose click close come comes coming compare
    compared completely confused connect consider considering contact cool cos cost costs could couldnt couple
     crap crash crashing currently damn day days deal deals decent declined definitely deliver delivered
    delivery details did didnt difference different discount do does doesnt doing done dont doubt down dude due
    during each eg either else end enjoy enough enter especially etc even evening ever every everybody everyone
    everything everywhere exactly excellent except expecting expensive explain extremely fact fair fairly fancy
    far fast favorite feel feeling feels few figure fill finally find finding fine first fit fits fix  follow
    for forever forget found free friday friend friends from front full fun funny further gave general get gets
    getting gimme give given gives giving glad go goes going gonna good got gotta great guess guy guys had half
    hand handle happen happened happens happy hard hardly has hasnt hate have havent having hassle he hear heard
    hell hello help helped helpful helps hence her here hers hey hi high him himself his hmm hold honest honestly
    hope hopefully hour hours how howdy however hows hurt hurts i id idea ideas idk if  im immediately
    important in included including indeed info information inside instead interested into involved is isnt it
    item its itself ive january february march april june july august september october november december just
    keep keeps kind kinda knew know known knows large last late lately later latest learn least leaks leave left
    less let lets like liked likes line literally little live lived lives living located lol long longer look
    lookin looked looking looks lose lot lots love loved lovely loves low lower made mail main mainly make makes
    making many mattered matter matters max maximum may maybe me mean means meant mentioned middle might mind
    mine minimum minute minutes miss missing moment monday money month months more morning most mostly move moved
    much must my myself near nearby nearly necessarily need needed needing needs neither never new newer next nice
    night no nobody non none nope nor normal normally not note nothing now nowhere number of off offer offers
    often oh ok okay old older omg on once one ones online only onto open option options or order ordered
    ordering orders other others otherwise ought our ours out outside over overpriced own paid part particular
    particularly pay paying payment people per perfect perhaps person pick piece pieces pair pairs place planning
    play playing please pls plz plus point poor popular possible possibly post prefer preferably pretty price
    priced prices probably problem product products proper properly provide purchase purchasing put quality
    question quick quickly quiet quite range rather read ready real really reason reasonable reasonably receive
    received recently recommend recommendation recommendations recommended recs regarding regularly reliable
    remember rent replace replacement return returned right said sale same satisfied saturday saw say saying says
     search second secondly see seem seemed seems seen sell selling sells send sense sent serious seriously
     setting several shall she ship shipped shipping shop shopping short should show showing shows side similar
    simple simply since sir situation size small smaller so sold solid some somebody someone something sometimes
    somewhat somewhere soon sooner sorry sort sound sounds spec specific spend spending stay start started starting
    still stop stopped store straight stuff stupid such suddenly suggest suggested suggestion suggestions suggestive
     suitable suits sunday super suppose supposed sure survive take taken takes taking talk talking tbh tell
    telling tend terrible than thank thanks that thatll thats the  their them themselves then there theres
    therefore these they theyre thing things think thinking third this those though thought three through
    throughout thursday thus thx till time times tired to today together told tomorrow tonight too took top total
    totally toward tried tries true try trying tuesday turn turned turning turns two type types typically u ugh
    under unfortunately unless until up update upon upset ur us use used useful useless user using usual usually
    various versus very via vs w wait waiting wanna want wanted wanting wants was wasnt way ways we wednesday week
    weekend weekends weeks well went were weve what whatever whats when whenever where wheres wherever whether which
    while who whoever whole whom whose why wife will willing wish with within without wnat wnt woke won wonder
    wonderful wondering wont word words work worked working works worry worse worst worth would wouldnt wow
    write wrong yall yeah year years yelled yep yes yesterday yet yo you youd youll your youre yours yourself
    youve yup zero asap urgent urgently usd eur gbp dollars dollar bucks euros euro pounds quid grand tops
    hundred thousand    begin   cannot exist exists run runs  hence
    turns ages age aged kid kids child children adult adults fill  heres ones etc onward onwards upward upwards
    cant dis dat gonna lemme tho thru cuz bc rn fyi imo nah nvm lmk pm am oclock  summer autumn  
    honest rough roughly approx approximately estimate budgeted recc reccs dear mr mrs ms cheers regards sincerely`,
  notGoods: `recipe recipes poem poems essay essays joke jokes story stories name names advice answer answers
    explanation translation summary code script function regex plan list tips tip idea ideas help hand break
    hug job jobs sleep rest time minute moment friend friends info information fact facts weather word words
    sentence sentences paragraph text email letter song lyrics riddle quote quotes trail trails route routes path
    meaning definition history reason way ways example examples overview opinion thoughts feedback support
    answer homework assignment exam test question questions refund money cash raise life love luck date
    therapist doctor hospital ambulance police room space air peace quiet change update status account password
    login address subscription order orders package parcel delivery shipment tracking return returns human agent
    manager representative person capital population party event trip vacation holiday meeting conversation
    chat joke speech presentation slides caption headline bio resume cv cover workout routine schedule itinerary
    side nap shower coffee-break second chance clue hint solution fix workaround function program algorithm
    explanation outline draft birds landscapes fun work`,
  people: `driver drivers student students beginner beginners kid kids child children baby babies toddler boy boys
    girl girls man men woman women mum mom mother dad father parents wife husband girlfriend boyfriend partner
    sister brother son daughter friend friends uncle aunt grandma grandpa grandmother grandfather nephew niece
    family colleague coworker boss teacher roommate cousin team adult adults teen teens teenager people person
    players player users members guests employees freelancers runners seniors`,
  parts: `mount stand holder cover set kit rack box strap case protector adapter filter parts sleeve pouch machine tool press frame bench class plan panel panels cream cleaner powder conditioner switch battery account card pass pack protection course stool pot ball cap tie light screen trip`,
  things: {
    crafts: `yarn needles fabric thread beads glue-gun canvas easel brushes watercolors markers pens pencils paper notebook-paper planner diary stationery stamps envelopes cricut`,
    footwear: `shoe shoes sneaker sneakers trainers boot boots sandals slippers heels loafers flip-flops footwear
      cleats clogs insoles`,
    clothing: `waistcoat jumpsuit romper overalls sweatpants joggers lingerie robe bathrobe nightgown kimono poncho windbreaker puffer base-layer base-layers thermals jacket coat parka hoodie sweater jumper sweatshirt shirt t-shirt tshirt tee tees jeans pants trousers
      leggings shorts skirt dress suit blazer tuxedo underwear boxers bra socks tights swimsuit bikini pajamas
      pyjamas scarf gloves mittens beanie hat cap belt tie raincoat fleece vest cardigan uniform clothes
      clothing outfit wetsuit`,
    accessories: `watch watches smartwatch wallet handbag purse bag bags backpack rucksack suitcase luggage duffel
      sunglasses glasses umbrella jewelry jewellery ring rings necklace bracelet earrings wristwatch tote keychain`,
    electronics: `earbud typewriter calculator label-maker e-ink stylus trackpad dock docking-station hard-drive memory-card sd-card usb flash-drive smart-ring smart-lock dash-cam baby-monitor camcorder record-player record-player vinyl cd dvd walkman antenna ups generator power-strip surge-protector flashlight headlamp lantern laptop notebook macbook chromebook computer pc desktop tablet ipad kindle kobo e-reader ereader
      phone smartphone iphone pixel galaxy android headphones earbuds earphones airpods headset speaker speakers
      soundbar tv tvs television monitor monitors projector camera cameras webcam gopro drone printer scanner
      router modem keyboard mouse charger powerbank power-bank cable hub dongle ssd gpu cpu microphone mic
      turntable amplifier oled qled led console playstation ps5 ps4 xbox nintendo switch controller
      gadget electronics battery batteries tripod lens monitor smart-home doorbell thermostat walkie-talkie radio
      graphics-card motherboard nas tracker airtag sony bose samsung dyson`,
    software: `accounting-software bookkeeping-software payroll helpdesk chatbot analytics newsletter website-builder domain-name ide editor password-manager cloud-storage backup firewall software app apps crm vpn antivirus hosting domain photoshop spotify netflix hulu disney subscription
      saas erp plugin template tool tools`,
    extras: `mount stand holder cover bag set kit rack box strap case protector stickers sticker adapter filter filters parts sleeve pouch organizer organiser card pass pack`,
    home: `crockpot dehumidifiers hangers organizer caddy doormat sewing-machine intercom lock locks alarm alarms extension-cord plug plugs socket outlet shower faucet sink toilet countertop countertops cabinets tiles flooring insulation bunk nightstand ottoman recliner headboard topper quilt throw cushion cushions beanbag playpen highchair gate feeder terrarium planter trellis firepit fireplace chimney awning parasol sofa couch futon mattress bed bedframe pillow pillows duvet blanket sheets bedding chair chairs armchair
      stool desk table tables bookshelf shelf shelves wardrobe dresser cabinet lamp lamps lights rug carpet
      curtains blinds mirror candle candles vase furniture vacuum hoover dehumidifier humidifier purifier heater fan
      conditioner fridge refrigerator freezer dishwasher washer dryer oven stove microwave washing-machine
      detergent iron towel towels hammock clock poster frame storage bin mop broom crib cot decor lightbulb
      lightbulbs bulb bulbs cleaner appliance appliances`,
    kitchen: `spatula whisk peeler scale thermomix instant-pot slow-cooker pressure-cooker waffle-maker ice-maker frother percolator carafe tumbler flask cooler lunch-box tupperware cutting-board oven-mitts apron kettle toaster blender mixer fryer espresso grinder pan pans pot pots wok skillet knife knives cookware
      cutlery dishes-set plates mug mugs bottle cup cups thermos juicer press kitchenware grill grills bbq barbecue
      smoker cooker coffeemaker teapot rice-cooker lunchbox machine`,
    food: `milk oat-milk protein-bars energy-drink kombucha vinegar sauce salt pepper flour rice pasta noodles bread cookies candy nuts granola jam syrup butter oil steak salmon coffee tea wine whisky whiskey beer gin rum vodka champagne chocolate snacks cake food beans cheese
      honey spices meal-kit meal-kits groceries pizza sushi juice cereal olive-oil hot-sauce restaurant
      restaurants takeaway takeout catering`,
    beauty: `wig eyeliner eyeshadow blush bronzer primer toner exfoliator tweezers clippers curler hairbrush comb mouthwash floss aftershave beard-oil body-wash bath-bombs nails tan shampoo conditioner perfume cologne makeup lipstick mascara foundation moisturizer moisturiser sunscreen
      serum lotion cream skincare razor shaver trimmer toothbrush toothpaste hairdryer straightener deodorant soap
      nail-polish cleanser concealer`,
    health: `blood-pressure-monitor hearing-aid hearing-aids compression-socks knee-brace ibuprofen-free electrolytes collagen probiotics melatonin omega-3 multivitamin earplugs heating-pad foot-massager vitamins vitamin supplement supplements protein powder magnesium creatine thermometer
      massager mask masks wheelchair crutches brace contacts`,
    sports: `foam-roller resistance-bands barbell pull-up-bar boxing-gloves punching-bag jersey cleats shin-guards goggles snorkel fins wetsuit rod reel tackle bow arrows paddle oars climbing-rope harness carabiner hydration-pack running-vest stopwatch basketball football soccer tennis badminton golf hockey skates rollerblades hoverboard unicycle gear bike bikes bicycle e-bike ebike scooter skateboard skis snowboard surfboard kayak treadmill dumbbells
      weights kettlebell mat mats racket racquet ball golf-clubs tent tents sleeping-bag helmet poles gym
      membership fitness rower bench yoga pilates paddleboard binoculars climbing-gear fishing-rod`,
    toys: `playdough slime crayons coloring-book rc-car nerf barbie playmobil pokemon trading-cards dice teddy rocking-horse swing slide sandbox car-seat baby-carrier baby-bottle toy toys lego doll dolls puzzle puzzles game games boardgame stroller strollers pram buggy car-seat diapers nappies
      crib pacifier plush playset trampoline`,
    pets: `crate kennel harness pet-carrier cat-tree fish-tank hamster-cage bird-feeder dog-treats dog-food cat-food flea-collar litter leash kibble aquarium birdcage catnip dog-bed scratching-post collar aquarium`,
    books: `book books novel novels textbook textbooks cookbook ebook audiobook magazine comic comics manga`,
    garden: `shears secateurs rake wheelbarrow snow-blower compost-bin sprinkler pressure-washer leaf-blower shed fence decking sander router-table nail-gun wrench socket-set multimeter mower lawnmower hose shovel plants plant seeds soil fertilizer pots greenhouse drill saw hammer
      screwdriver toolbox ladder paint wallpaper tiles hedge-trimmer chainsaw leaf-blower patio gazebo`,
    automotive: `brake-pads wiper-blades motor-oil jumper-cables floor-mats bike-rack trailer scooter-helmet caravan car cars suv truck van motorcycle motorbike tires tyres tire tyre dashcam tesla battery-charger
      ev vehicle roof-box`,
    finance: `roth-ira ira 401k annuity bonds stocks index-fund brokerage refinance heloc tax-software retirement-plan credit-union prepaid-card insurance loan loans mortgage bank-account checking-account credit-card debit-card broker pension savings-account account-bank
      etf etfs crypto leasing quote quotes`,
    travel: `campervan motorhome rv tour tours cruise-ship car-rental rental-car campsite cabin lodge passport-holder travel-pillow flight flights hotel hotels hostel airbnb cruise tickets ticket trip-package rental train-ticket
      holiday-package ski-pass resort`,
    property: `house houses apartment apartments condo studio flatshare`,
    telecom: `plan plans sim esim broadband internet fibre`,
    services: `service agency painter-service roofer movers cleaner-service caterer venue dj band florist tailor barber salon spa massage gym-membership personal-trainer coach consultant agency dentist accountant lawyer plumber electrician therapist-service tutor cleaner photographer gardener
      mechanic babysitter nanny realtor contractor notary`,
    education: `course courses class classes bootcamp tutoring certification masterclass`,
    gifts: `gift gifts present presents flowers bouquet voucher`,
    instruments: `guitar piano ukulele violin drums synthesizer trumpet flute saxophone cello`,
    energy: `solar panels panel heat-pump powerwall inverter`,
  },
  softeners: `a an the some any my our your his her their new good nice decent cheap cheaper cheapest really great best better one of these those this that old solid proper quality used big small another me us very affordable reliable more pretty simple fancy real kind sort type pair pairs couple few piece online couple other similar latest lighter smaller bigger u finally top two three`,
  prepositions: `that which who pls please for with w in on from near at to by into during after before about of like as without`,
  request: `wed/id love, would love, out of, still have no, have no, build/make a, which brand of, looking/lookin/searching/shopping/hunting/hoping for, look for, in search of, im/am after, after some
    need, needs, need to buy/get/find/replace/order, needing, want, wants, wanted, wnt, wnat, want to/too buy/get/order/by/find, wanna buy/get,
    would/id/wed like, like to buy/get/order/find/book/take, buy, buying, purchase, purchasing, by a, order a/some
    recommend, recommend me/us, recommend * a/an/some, suggest, suggest me, find me/us, find, pick, pick out, choose, show me/us, get me, gimme, give me, could use, could really use
    best, good, cheapest, affordable, decent, which, what, what kind of, what sort of, any, got any
    do you have/sell, u got, you got, does anyone sell, anyone sell, stock of, is there a, are there
    deals/deal/discounts/discount/coupon/offers/sale on/for, price of, how much is/are/does/do, much is/are/for
    where can i/we get/buy/find, where to buy/get, where do i get/buy, get the, get a/an, interested in, alternative/alternatives to
    in the market for, thinking about/of getting/buying, thinking about/of, on the lookout for, upgrade to, upgrade my, replacement for, invest in, shopping`,
  mild: 'best good decent which what any is there are',
  intents: {
    support_request: {
      strong: `my/the/your receipt/invoice/bill/billing/guarantee/warranty/login/hotline/membership/booking/reservation/payment/courier, lost my login/account/password, forgot my, resend, send it again, a reply from, waiting for a reply, nobody answers/picks/replies, no one answers, no reply/response, no sound/picture/signal/power, wrong colour/color/one, sent the wrong, what now, writing again, time im writing, was/is missing, is/got lost, still not here, refund, my money back, money back, return policy, return the/my/it/them/this/these, to return, send it/them back
        my order, my package, my parcel, my delivery, my subscription, my account, my password, our order, delivery address
        cancel my/the/our, unsubscribe, tracking number, hasnt shipped/arrived/come, has not arrived/shipped, never arrived/arrives/came/received
        no update, still no package/parcel/delivery/order, still waiting for, charged me, charged twice, double charged, was charged, wrong item/size/colour/color/product
        defective, faulty, arrived with/broken/damaged, came broken/damaged, is/are/was/got/came/its broken, is damaged, cracked, broken
        doesnt/dont/not/isnt/didnt/wont work/working, does/did/do not work, isnt/not working, no longer works, stopped working/charging, quit working
        wont/doesnt/cant/didnt turn/start/charge/open/connect/load/boot/pair/switch, will/does not turn/start/charge/open/connect/load, battery drains, drains too, too hot, overheating, overheats, makes/making a * noise, is stuck, got stuck, is frozen, keeps crashing/freezing/logging/restarting/disconnecting/beeping/shutting/turning
        crashes/freezes when, leaks water, they/it leak/leaks, leaking, screen is black/blank/frozen/cracked, does nothing
        error, error code, cant/cannot/couldnt log/login/sign/access/open/connect, unable to log/login/sign/access/open/connect, log into my, locked out, reset email
        customer service/support, talk/speak to a/an/customer/someone human/agent/person/representative/real/service/support, warranty claim, file a claim, troubleshoot
        how do/can i/we reset/fix/repair/connect/pair/update/install/reinstall/activate/cancel/unsubscribe/return/restart/uninstall/unlock/recover/delete/change/configure/sync/clean
        how do/can i/we set up, how to reset/fix/repair/connect/pair/install/activate/cancel/unsubscribe/return/restart/unlock/recover/sync/configure
        fix my, repair my, help me fix, missing part/parts/item, where is my/it, wheres my/it, order number, shipping status, code isnt, a problem/issue with my`,
      weak: `not responding, warranty, broke, broke down, issue with, problem with, my app, your website/app/site, settings, reset, return, claim, helpdesk, late, complaint`,
    },
    objection_handling: {
      strong: `crazy/insane/stupid/silly money, is insane/crazy/nuts/robbery, not entirely/really/quite/totally sold/convinced/sure, torn about/between, regret, regrets, puts me off, put off by, way over/above, out of my league, ask my husband/wife/partner/boss/parents first, ask my husband/wife/partner/boss, have to ask, talk to my husband/wife/partner, sleep on it, back and forth, scares me, a lot for, seems like a lot, is that really, daylight robbery, do/does * really save/help/last/work/make/need, isnt there something/anything cheaper, what if * dies/breaks/fails/stops, never use it, even use it, dont see why, what for, hard to justify, cant justify, not for me, im good without, too risky, not worth, too expensive, too pricey, too much money, too much for, too much, so expensive for, a lot of money, lot for a, overpriced, rip off, ripoff, rip-off
        worth it/the, really worth, be worth, worth upgrading/buying/getting/paying/spending/switching/investing, not sure, unsure, not convinced, on the fence, hesitant, second thoughts, having doubts, doubt it, i doubt
        dont/cant/cannot trust, can i trust, dont believe, sounds/seems/looks/feels like a scam, scam, legit, too good to be true, a catch, the catch
        cant/cannot/couldnt really/even/ever afford, cant/cannot afford, out of my budget/range, over my budget, above my budget
        worried it/about/that, concerned about/that, afraid it/that, bad/negative/terrible/mixed/fake reviews, heard bad/mixed, will it break/last
        do i really/actually need, dont really need, dont think i need, ill think about it, ill wait, wait until, wait for a sale, let me think, need to think about, not right for me, right for me, why would/should i pay/buy/spend/bother, cheaper elsewhere
        arent * a/too pain/expensive/heavy/fragile/loud, isnt that/it/this too/a/expensive, pay off, whats the point, dont see the point, not ready to, maybe later, not now thanks, seems a bit much, steep`,
      weak: `expensive, pricey, skeptical, sceptical, hassle, risk, risky, regret, doubts, but what if, reviews are, convinced, a pain`,
    },
    comparison: {
      strong: `vs, versus, compare, compared to/with, comparison, compares, difference/differences between, whats the difference, how * different from, better/worse/faster/healthier/safer/easier/quieter/lighter/stronger/nicer than, is/are * cheaper than, cheaper than a/the, worse than, as good as
        which is/ones/one better, which one/ones, which is the better, which of the two/these/those/them, whats better, what is better, better for, alternative/alternatives to, alternatives, similar to but
        pros and cons, advantages of, or should i, should i get/buy/choose/take/go * or, makes more sense, rather than a, stack up, instead of a/an/the, whats healthier, which is healthier/cheaper/faster/safer, the better choice`,
      weak: `alternative, different from, rank, ranking, what else is, else is out there, any other, top 3/5/10, between the, differ`,
    },
    purchase_inquiry: {
      strong: `lets order/buy/book, wed/id/would love a/an/some, where would/could one/i/we find/get/buy, run/ran out of, im/were out of, which brand, have no * yet, still have no, what * do/does * use, what * do i/we need, do i need to buy, put it on my card, buy, buying, wanna buy, purchase, purchasing, order a/an/some/one/it/the, to order, looking/lookin/searching/shopping for, look for, im after, am after, in the market for
        recommend, recommend a, recommendation, recommendations, any recommendations/recs/suggestions/ideas, recomendations, recs, suggest a/an, suggestions, would you suggest, do you suggest, find me, show me, help me pick/choose/find/decide, pick out, what/which * should i/we use/get/buy/choose/order/take, get me a/an/some
        where can i/we get/buy/find/order, where to buy/get, where do i/we get/buy, in stock, do you sell, does anyone sell, u got, got any, how much is/are/does/do/for, whats the price, price of, cost of
        should i get/buy, to get a/an/my/some, cheapest, deal/deals, discount, on sale, promo, coupon code, discount code, black friday, quotes
        what about the price, how much ?, get it delivered, delivered by, ship to, what can i get for, ill take, ill buy, take my money, add * to/in my/the cart/basket, to my cart, to my basket, check out, checkout, place the/an/my order, order now, order the/it/one, buy now, ready to buy, book it, book a, lets go with, go with that/the, going with, can i pay, payment methods, sold, rent a
        could use a/an/some, could really use, need a/an/some/new, needs a/an/new, want a/an/some/new, id/would/wed like a/an/some, gift for, present for, gift ideas, gift idea, thinking about/of getting/buying, hoping to get, upgrade my/to/from, replace my, gimme`,
      weak: `where would/could, cheap, affordable, need/want something/one/anything, best, would you use, do you have, cheaper, budget, for sale, good for, similar, smaller, bigger, in black/white/red/blue/green/grey/gray/pink, looking at, goes with, go with, spend, get a/an/the, do people like, which * should, any good`,
    },
    information_seeking: {
      strong: `explain, tell me about/a/more/how/why, what does * mean, meaning of, define, definition of, how does/do * work, exactly what i, what i was looking for, who is/was/won/wrote/invented, when did/was/is, why is/are/do/does/did, how many, how far, how old, how tall, how long, how often
        write me/a/an, write, translate, summarize, summarise, calculate, to understand, to learn, learn how, learn to/about, history of, give me * ideas/tips/examples, best way to, how to make/cook/bake/train/say/write/learn/get rid
        recipe/recipes for, recipes, what should i cook/do/say/wear, what would you do, help with my/me, help me understand/write/study, tell me a joke, what time, what year, the weather, is it normal/true/safe/possible/ok/bad/good to, different question, whats the capital, how do i train/learn/make/cook/write/become, capital of, population of
        need/want to sleep/know/learn/understand/study/talk/rest/die/cry/go/be/feel/stop/quit/lose/improve/write, name for my`,
      weak: `what is/are/does/was/were the, how do/does, what, how, why, who, when, is it, does it, can you, tell me, good for you, idea, ideas, lol, haha, i think, i feel`,
    },
  },
  trouble: `freezes freeze freezing frozen leaks leak leaking leaked smells burning burnt noise rattles stuck missing lost broke broken dies crash crashes crashing error wrong late cracked scratched torn ripped damaged flickers flickering overheats overheating beeping blinking dead blank slow faulty defective dirty stains peeling jammed loose glitchy glitch hangs disconnects disconnecting losing refuses stopped malfunction`,
  definite: `my our the your this his her their these that those old`,
  comparatives: `more less`,
  behaviours: {
    urgency: `today, tonight, tomorrow, this week/weekend/month/evening/afternoon, next week/weekend, asap, urgent, urgently, right now/away, immediately, soon, in a hurry, last minute, by/before/until/for/on monday/tuesday/wednesday/thursday/friday/saturday/sunday/christmas/tomorrow/tonight, next-day, same-day, need it by, quickly`,
    deal_seeking: `deal, deals, discount, discounts, on sale, sale, coupon, promo, bargain, black friday, clearance, offer, offers`,
    price_sensitive: `cheap, cheaper, cheapest, affordable, inexpensive, on a budget, low cost, tight budget`,
    gift: `gift, gifts, present for, birthday present, christmas present, birthday, christmas, anniversary, for my mum/mom/dad/wife/husband/girlfriend/boyfriend`,
    ready_to_buy: `lets order/buy/book, buy it, ordering it/now/one, put it on my card, put me down for, ill take, i will take, ready to buy/order/pay, buy now, order now, order it, order the/that/those, ill buy it/that/those/this/them, ill get it/that/those/this/them, add * to/in my/the cart/basket, add to cart, checkout, check out, place the/an/my order, take my money, sold, book it, lets go with, ill go with, going with, how do i pay, can i pay, where do i pay, payment methods, enter my address/card, how to pay, sign me up, lets do it`,
    where_to_buy: `where can i/we buy/get/find/order, where to buy/get, where do i/we get/buy, in stock, for sale, how much is/are/does/do/for, whats the price, price of, available in`,
  },
  topicChange: `different question, another question, different topic, something else, anyway, by the way, btw, forget it/that, never mind, nevermind, nvm, change of topic, on another note, unrelated, no thanks, nothing else, changing the subject, new topic, now i need, just tell me`,
  references: `it them those these that this one ones same similar cheaper smaller bigger lighter both`,
  comparing: { or: 'or vs versus', between: 'between', and: 'and', than: 'than' },
  questions: 'is are do does did can has have was were will would should could',
  excludes: `anything but, other than, apart from, rather not, instead of, sick of, tired of, except for, hate, dislike, already have/own/got, had enough of, no more, dont have, allergic to, dont do`,
  negators: `not no dont doesnt didnt isnt arent wasnt wont cant cannot never nothing without except none neither nor couldnt wouldnt shouldnt hardly avoid dislike`,
  wishes:
    'want like need any a an the of from made in with by for prefer use be really another more that',
  feelings: {
    positive: `sweet, legend, it worked, that worked, works now, youre the best, solved it, love, loved, loving, awesome, amazing, excellent, fantastic, wonderful, brilliant, happy, glad, excited, delighted, thrilled, thank you so/very much, thanks so/a much/lot/ton, super helpful, so helpful, very helpful, enjoyed, enjoy, grateful, yay, woohoo, haha, lol nice, funny, impressed, works perfectly/great, exactly what i, best ever, i like it/this/that/them, so cool, cant wait, beautiful, proud, well done, good job, pleased, 😀, 😃, 😄, 😊, 😍, ❤, 👍, 🎉, 🥰, 😁, 🙏`,
    negative: `failed, stupid, wrong, completely wrong, missing, lost my, been waiting, nobody answers/picks/replies, left my, regret, regrets, insane, crazy money, puts me off, way over, too good to be true, no sound, an error, nightmare, hate, hates, hated, awful, terrible, horrible, worst, bad, useless, angry, annoying, annoyed, disappointed, disappointing, frustrated, frustrating, sad, upset, scam, overpriced, rip off, too expensive, too much money, lot of money, too pricey, never again, worried, stressed, lonely, bored, ridiculous, pathetic, crap, sucks, suck, ugh, wtf, damn, shit, fed up, sick of, tired of, garbage, trash, nightmare, miserable, depressed, crying, scared, afraid, anxious, argue, arguing, yelled, broken, broke, defective, faulty, cracked, damaged, charged me twice, charged twice, crashing, keeps, leak, leaks, leaking, doesnt/dont/not/isnt/wont/didnt work/working, isnt working, wont turn, stopped working, wont start, does nothing, screen is black, never arrived/arrives/received, not received, still no, cant/cannot log/afford/access, cant really afford, dont trust, fake, bad reviews, no help, cheaper elsewhere, money back, unacceptable, waste of, error e, 😡, 😠, 😢, 😭, 👎, 🤬, 😞, 💔`,
    praise: `great, perfect, good, nice, cool, best, better, fine, lovely, thanks, thank you, helpful`,
  },
  price: {
    max: `no/not more expensive than, under, below, less than, less then, up to, upto, at most, at the most, at max, no more than, no more then, not more than, no higher than, not higher than, not over, nothing over, nothing above, not above, no greater than, max, maximum, max of, maximum of, a max/maximum of, cheaper than, within, lower than, beneath, sub, sub -, not exceeding, not to exceed, doesnt exceed, dont exceed, without exceeding, smaller than, capped at, cap of, limit of, limit is, limited to, <, < =, ≤, maximum price, max price, price under/below, keep it under, stay under, stay below, costs less than, south of, inside of`,
    min: `exceed, over, above, more than, at least, from, starting at, starting from, min, minimum, minimum of, no less than, not less than, nothing under, nothing below, not under, not below, no cheaper than, not cheaper than, upwards of, upward of, higher than, north of, >, > =, ≥, greater than, beyond, exceeding, costs more than`,
    maxAfter: `at the absolute/very most, absolute max/maximum, at an absolute max, or less, or under, or below, or cheaper, and under, and below, max, maximum, tops, at most, at the most, at max, budget, limit, is my/the limit/max/maximum/budget/ceiling, is the most, is all i, to spend, or lower, and less, as a max/maximum, to work with, price limit, cap`,
    minAfter: `or more, and up, or up, and above, or above, minimum, min, at least, or higher, upwards, and more, +, plus, or over, and over, up`,
    budget: `id/would pay, budget, budget is, budget of, budget was, my budget, budget around, spend, spend up to, afford, pay up to, willing to pay/spend, can pay/do, price limit`,
    have: `i have, ive got, ive, got, have only, only have, we have, i got, just have, have about, have`,
    between: `between, in between, anywhere between, from, range of, range, ranging from, somewhere between`,
    to: `to, -, –, —, until, till, up to, through, and up to`,
    and: `and, &, to, -, –, or`,
    about: `around, about, roughly, approx, approximately, ~, circa, ca, like, somewhere around, in the region of, close to, nearly, almost, more or less, ballpark, maybe, ≈`,
    aboutAfter: `ish, or so, or thereabouts, give or take, more or less, roughly, approximately, something, somewhat, range-ish`,
    fillers: `is of a the at to only just be : =  like say total maybe well about around approximately roughly max set`,
    told: `its/is/was/costs/cost over/above, its/is/was/costs more than, paid, earn, earned, i/we make, charged, cost me, saved, owe, owed, salary, income, sold, won, lost, free shipping/delivery, orders, raised, introduced, was, were, spent, rent is, they want, retails, debt`,
    labels: `size, sizes, age, aged, ages, top, version, number, no, room, page, chapter, gen, generation, level, model, spf, grade, year, since, step, season, episode, part, type, error, code, bmi, iq, gate, platform, windows, ios, android, pixel, iphone, galaxy, ps, class, figure, route, day, week, in, on, score, rated, kids, children, everyone, anyone, people, temperature, temperatures, degrees`,
    units: `mile miles km kms kilometer kilometers kilometre kilometres meter meters metre metres m hour hours hr hrs h minute minutes min mins second seconds sec s day days week weeks month months year years yr yrs kg kgs kilo kilos lb lbs gram grams g oz ounce ounces inch inches cm mm feet foot ft yard yards gb tb mb mbps gbps ghz hz mp megapixel megapixels people persons person players player kids guests times percent watt watts w kw kwh v volt volts liter liters litre litres l ml gallon gallons stars star mph kmh knots degree degrees celsius fahrenheit calories kcal steps pages page pieces pcs rooms bedrooms seats sqft sqm acres reps sets dpi fps mah db lumens am pm cents cent words characters users members points employees devices items friends ingredients reviews x th st nd rd ad bc bpm spf litters doors slots slices floors children adults th`,
    per: `a/per/each month/year/night/person/day/week/hour/piece/head/pair, monthly, per, each, apiece, total, all in, altogether, or so`,
  },
  numbers: {
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    'twenty-five': 25,
    thirty: 30,
    'thirty-five': 35,
    forty: 40,
    'forty-five': 45,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    'seventy-five': 75,
    eighty: 80,
    ninety: 90,
    a: 1,
    an: 1,
  },
  multipliers: { hundred: 100, thousand: 1000, grand: 1000, k: 1000, million: 1_000_000 },
  introductions:
    'my name is, my names, name is, name: , call me, i am called, im called, people call me, signed',
  beforeNames: `im am is mr mrs ms miss dr sir dear hi hello hey regards cheers thanks call ask named daughter son sister
    brother mum mom dad wife husband friend uncle aunt boss girlfriend boyfriend partner cousin`,
};
