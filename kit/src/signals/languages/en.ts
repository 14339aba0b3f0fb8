import { describing } from './en-describing.ts';
import { intents } from './en-intents.ts';
import type { LanguageFile } from './language.ts';

export const en: LanguageFile = {
  code: 'en',
  letters: 'é',
  joiners: '',
  idioms: `customer service, customer support, checkout page, of course, in case, machine learning, log in, sign in, sign up, on sale,
    at home, in the box, class action, black friday, cyber monday, book it, book a, book an, book me, just in case,
    in that case, light on, as a matter, watch out, for sale, the present, at present, set up,
    course of, by the way, first class, in class, ball park`,
  stop: `a able about above accept actually add adult adults affordable after afterwards again age aged ages ago ah all
    almost alone along already alright also although always am amazing among an and another any anybody anymore anyone
    anything anyway anywhere apart appreciate approx approximately april are arent argue arguing around arrive arrived
    arrives as asap ask asked asking at august autumn available avoid away awesome awful back bad bah basically bc be
    because become been before began begin being believe below beside best bet better between beyond big bigger bit
    bored both bought break breaks bring bro broke broken btw bucks budget budgeted but buy buying by bye call called
    came can cannot cant care catch change changed charge charged cheap cheaper cheapest check checkout cheers child
    children choose click close come comes coming compare compared completely confused connect consider considering
    contact cool cos cost costs could couldnt couple crap crash crashing currently cuz damn dat day days dead deal
    deals dear december decent declined definitely deliver delivered delivery details did didnt die died dies
    difference different dis discount do does doesnt doing dollar dollars done dont doubt down dude due during dying
    each eg either else end enjoy enough enter especially estimate etc eur euro euros even evening ever every
    everybody everyone everything everywhere exactly excellent except exist exists expecting expensive explain
    extremely fact fair fairly fancy far fast favorite february feel feeling feels few figure fill finally find
    finding fine first fit fits fix follow for forever forget found free friday friend friends from front full fun
    funny further fyi gave gbp general get gets getting gimme give given gives giving glad go goes going gonna good
    got gotta grand great guess guy guys had half hand handle happen happened happens happy hard hardly has hasnt
    hassle hate have havent having he hear heard hell hello help helped helpful helps hence her here heres hers hey hi
    high him himself his hmm hold honest honestly hope hopefully hour hours how howdy however hows hundred hurt hurts
    i id idea ideas idk if ill im immediately imo important in included including indeed info information inside
    instead interested into involved is ish isnt it item its itself ive january july june just keep keeps kid kids
    kill killed killing kind kinda knew know known knows large last late lately later latest leaks learn least leave
    left lemme less let lets lighter like liked likes line literally little live lived lives living lmk located lol
    long longer look looked lookin looking looks lose lot lots love loved lovely loves low lower made mail main mainly
    make makes making many march matter mattered matters max maximum may maybe me mean means meant mentioned middle
    might mind mine minimum minute minutes miss missing moment monday money month months more morning most mostly move
    moved mr mrs ms much must my myself nah near nearby nearly necessarily need needed needing needs neither never new
    newer next nice night no nobody non none nope nor normal normally not note nothing november now nowhere number nvm
    oclock october of off offer offers often oh ok okay old older omg on once one ones online only onto onward onwards
    open option options or order ordered ordering orders other others otherwise ought our ours out outside over
    overpriced own paid pair pairs part particular particularly pay paying payment people per perfect perhaps person
    pick piece pieces place planning play playing please pls plus plz pm point poor popular possible possibly post
    pounds prefer preferably pretty price priced prices probably problem product products proper properly provide
    purchase purchasing put quality question quick quickly quid quiet quite range rather read ready real really reason
    reasonable reasonably recc reccs receive received recently recommend recommendation recommendations recommended
    recs regarding regards regularly reliable remember rent replace replacement return returned right rn rough roughly
    run runs said sale same satisfied saturday saw say saying says search second secondly see seem seemed seems seen
    sell selling sells send sense sent september serious seriously setting several shall she ship shipped shipping
    shop shopping short should show showing shows side similar simple simply since sincerely sir situation size small
    smaller so sold solid some somebody someone something smth smthg sth thingy thingie thingamajig whatsit sometimes somewhat somewhere soon sooner sorry sort sound
    sounds spec specific spend spending start started starting stay still stop stopped store straight stuff stupid
    such suddenly suggest suggested suggestion suggestions suggestive suitable suits summer sunday super suppose
    supposed sure survive take taken takes taking talk talking tbh tell telling tend terrible than thank thanks that
    thatll thats the their them themselves then there therefore theres these they theyre thing things think thinking
    third this tho those though thought thousand three through throughout thru thursday thus thx till time times tired
    to today together told tomorrow tonight too took top tops total totally toward tried tries true try trying tuesday
    turn turned turning turns two type types typically u ugh under unfortunately unless until up update upon upset
    upward upwards ur urgent urgently us usd use used useful useless user using usual usually various versus very via
    vs w wait waiting wanna want wanted wanting wants was wasnt way ways we wednesday week weekend weekends weeks well
    went were weve what whatever whats when whenever where wheres wherever whether which while who whoever whole whom
    whose why wife will willing wish with within without wnat wnt woke won wonder wonderful wondering wont word words
    work worked working works worry worse worst worth would wouldnt wow write wrong yall yeah year years yelled yep
    yes yesterday yet yo you youd youll your youre yours yourself youve yup zero`,
  notGoods: `recipe recipes poem poems essay essays joke jokes story stories name names advice answer answers explanation
    translation summary code script function regex plan list tips tip idea ideas help hand break hug job jobs sleep
    rest time minute moment friend friends info information fact facts weather word words sentence sentences paragraph
    text email letter song lyrics riddle quote quotes trail trails route routes path meaning definition history reason
    way ways example examples overview opinion thoughts feedback support homework assignment exam test question
    questions refund money cash raise life love luck date therapist doctor hospital ambulance police room space air
    peace quiet change update status account password login address subscription order orders package parcel delivery
    shipment tracking return returns human agent manager representative person capital population party event trip
    vacation holiday meeting conversation chat speech presentation slides caption headline bio resume cv cover workout
    routine schedule itinerary side nap shower second chance clue hint solution fix workaround program algorithm
    outline draft birds landscapes fun work`,
  people: `driver drivers student students beginner beginners kid kids child children baby babies toddler boy boys girl girls
    man men woman women mum mom mother dad father parents wife husband girlfriend boyfriend partner sister brother son
    daughter friend friends uncle aunt grandma grandpa grandmother grandfather nephew niece family colleague coworker
    boss teacher roommate cousin team adult adults teen teens teenager people person players player users members
    guests employees freelancers runners seniors`,
  parts: `mount stand holder cover set sets kit rack box strap case protector adapter filter parts sleeve pouch machine tool
    press frame bench class plan panel panels cream cleaner powder conditioner switch battery account card pass pack
    protection course stool pot ball cap tie light screen trip`,
  describing,
  softeners: `a an the some any my our your his her their new good nice decent cheap cheaper cheapest really great best better
    one of these those this that old solid proper quality used big small another me us very affordable reliable more
    pretty simple fancy real kind sort type pair pairs couple few piece online couple other similar latest lighter
    smaller bigger u finally top two three`,
  prepositions: `past behind beside under through against around inside between besides because since while when that which who pls please for with w in on from near at to by into during after before about of like as without`,
  request: `what/how about, such a thing as, swap/swapping/trade/trading/switch/switching * for/to, hire, do you carry/stock, time for, wed/id love, would love, run/ran out of, im/were out of, still have no,
    have no, build/make a, which brand of, looking/lookin/searching/shopping/hunting/hoping for, look for,
    in search of, im/am after, after some, need, needs, need to buy/get/find/replace/order, needing, want, wants,
    wanted, wnt, wnat, want to/too buy/get/order/by/find, wanna buy/get, would/id/wed like,
    like to buy/get/order/find/book/take, buy, buying, purchase, purchasing, by a, order a/some, recommend,
    recommend me/us, recommend * a/an/some, suggest, suggest me, find me/us, find, pick, pick out, choose,
    show me/us, get me, gimme, give me, could use, could really use, best, good, cheapest, affordable, decent, which,
    what, what kind of, what sort of, any, got any, do you have/sell, u got, you got, does anyone sell, anyone sell,
    stock of, is there a, are there, deals/deal/discounts/discount/coupon/offers/sale on/for, price of,
    how much is/are/does/do, much is/are/for, where can i/we get/buy/find, where to buy/get, where do i get/buy,
    get the, get a/an, interested in, alternative/alternatives to, in the market for,
    thinking about/of getting/buying, thinking about/of, on the lookout for, upgrade to, upgrade my, replacement for,
    invest in, shopping`,
  mild: 'best good decent which what any is there are',
  intents,
  trouble: `loud louder loudly leaves smells sounds types skips tastes drops loses beeps spins shuts drains throws eats pees poops vomits chews scratches bites
    refuses keeps refused clogs clogged leaving squeals grinds buzzing humming itches limps limping died
    jumps shakes vibrates vibrating squeaks squeaking hums smoking sparks trips cuts drips dripping fell blurry
    smashed shattered empty bent crooked noisy wobbly faded uneven sticky dim freezes freeze freezing frozen leaks
    leak leaking leaked smells burning burnt noise rattles stuck missing lost broke broken dies crash crashes crashing
    error wrong late cracked scratched torn ripped damaged flickers flickering overheats overheating beeping blinking
    dead blank slow faulty defective dirty stains peeling jammed loose glitchy glitch hangs disconnects disconnecting
    losing refuses stopped malfunction`,
  definite: 'my our the your this his her their these that those old',
  comparatives: 'more less',
  behaviours: {
    urgency: `today, tonight, tomorrow, this week/weekend/month/evening/afternoon, next week/weekend, asap, urgent, urgently,
      right now/away, immediately, soon, in a hurry, last minute,
      by/before/until/for/on monday/tuesday/wednesday/thursday/friday/saturday/sunday/christmas/tomorrow/tonight,
      next-day, same-day, need it by, quickly`,
    deal_seeking: `deal, deals, discount, discounts, on sale, sale, coupon, promo, bargain, black friday, clearance, offer,
      offers`,
    price_sensitive: `cheap, cheaper, cheapest, affordable, inexpensive, on a budget, low cost, tight budget`,
    gift: `gift, gifts, present for, birthday present, christmas present, birthday, christmas, anniversary,
      for my mum/mom/dad/wife/husband/girlfriend/boyfriend`,
    ready_to_buy: `id like two/three/one/it/that/those, ship it/them to, ship to my, lets order/buy/book, buy it,
      ordering it/now/one, put it on my card, put me down for, ill take, i will take, ready to buy/order/pay,
      buy now, order now, order it, order the/that/those, ill buy it/that/those/this/them,
      ill get it/that/those/this/them, add * to/in my/the cart/basket, add to cart, checkout, check out,
      place the/an/my order, take my money, sold, book it, lets go with, ill go with, going with, how do i pay,
      can i pay, where do i pay, payment methods, enter my address/card, how to pay, sign me up, lets do it`,
    where_to_buy: `where can i/we buy/get/find/order, where to buy/get, where do i/we get/buy, in stock, for sale,
      how much is/are/does/do/for, whats the price, price of, available in`,
  },
  topicChange: `different question, another question, different topic, something else, anyway, by the way, btw, forget it/that,
    never mind, nevermind, nvm, change of topic, on another note, unrelated, no thanks, nothing else,
    changing the subject, new topic, now i need, just tell me`,
  references: `it them those these that this one ones same similar cheaper smaller bigger lighter both`,
  comparing: { or: 'or vs versus', between: 'between', and: 'and', than: 'than' },
  questions: 'is are do does did can has have was were will would should could',
  excludes: `anything but, other than, apart from, rather not, instead of, sick of, tired of, except for, hate, dislike,
    already have/own/got, had enough of, no more, dont have, allergic to, dont do`,
  negators: `not no dont doesnt didnt isnt arent wasnt wont cant cannot never nothing without except none neither nor couldnt
    wouldnt shouldnt hardly avoid dislike`,
  wishes: `want like need any a an the of from made in with by for prefer use be really another more that`,
  feelings: {
    positive: `omg yes, exactly it, thats it, exactly what, thank you !, sweet, legend, it worked, that worked, works now,
      youre the best, solved it, love, loved, loving, awesome, amazing, excellent, fantastic, wonderful, brilliant,
      happy, glad, excited, delighted, thrilled, thank you so/very much, thanks so/a much/lot/ton, super helpful,
      so helpful, very helpful, enjoyed, enjoy, grateful, yay, woohoo, haha, lol nice, funny, impressed,
      works perfectly/great, exactly what i, best ever, i like it/this/that/them, so cool, cant wait, beautiful,
      proud, well done, good job, pleased, 😀, 😃, 😄, 😊, 😍, ❤, 👍, 🎉, 🥰, 😁, 🙏`,
    negative: `exhausted, struggling, smashed, empty box, blurry, you sent me an, got burned, sick and tired, painful,
      miserable, failed, stupid, wrong, completely wrong, missing, lost my, been waiting,
      nobody answers/picks/replies, left my, regret, regrets, insane, crazy money, puts me off, way over,
      too good to be true, no sound, an error, nightmare, hate, hates, hated, awful, terrible, horrible, worst, bad,
      useless, angry, annoying, annoyed, disappointed, disappointing, frustrated, frustrating, sad, upset, scam,
      overpriced, rip off, too expensive, too much money, lot of money, too pricey, never again, worried, stressed,
      lonely, bored, ridiculous, pathetic, crap, sucks, suck, ugh, wtf, damn, shit, fed up, sick of, tired of,
      garbage, trash, depressed, crying, scared, afraid, anxious, argue, arguing, yelled, broken, broke, defective,
      faulty, cracked, damaged, charged me twice, charged twice, crashing, keeps, leak, leaks, leaking,
      doesnt/dont/not/isnt/wont/didnt work/working, isnt working, wont turn, stopped working, wont start,
      does nothing, screen is black, never arrived/arrives/received, not received, still no,
      cant/cannot log/afford/access, cant really afford, dont trust, fake, bad reviews, no help, cheaper elsewhere,
      money back, unacceptable, waste of, error e, 😡, 😠, 😢, 😭, 👎, 🤬, 😞, 💔`,
    praise: `great, perfect, good, nice, cool, best, better, fine, lovely, thanks, thank you, helpful`,
  },
  price: {
    max: `no/not more expensive than, under, below, less than, less then, up to, upto, at most, at the most, at max,
      no more than, no more then, not more than, no higher than, not higher than, not over, nothing over,
      nothing above, not above, no greater than, max, maximum, max of, maximum of, a max/maximum of, cheaper than,
      within, lower than, beneath, sub, sub -, not exceeding, not to exceed, doesnt exceed, dont exceed,
      without exceeding, smaller than, capped at, cap of, limit of, limit is, limited to, <, < =, ≤, maximum price,
      max price, price under/below, keep it under, stay under, stay below, costs less than, south of, inside of`,
    min: `exceed, over, above, more than, at least, from, starting at, starting from, min, minimum, minimum of,
      no less than, not less than, nothing under, nothing below, not under, not below, no cheaper than,
      not cheaper than, upwards of, upward of, higher than, north of, >, > =, ≥, greater than, beyond, exceeding,
      costs more than`,
    maxAfter: `at the absolute/very most, absolute max/maximum, at an absolute max, or less, or under, or below, or cheaper,
      and under, and below, max, maximum, tops, at most, at the most, at max, budget, limit,
      is my/the limit/max/maximum/budget/ceiling, is the most, is all i, to spend, or lower, and less,
      as a max/maximum, to work with, price limit, cap`,
    minAfter: `or more, and up, or up, and above, or above, minimum, min, at least, or higher, upwards, and more, +, plus,
      or over, and over, up`,
    budget: `id/would pay, budget, budget is, budget of, budget was, my budget, budget around, spend, spend up to, afford,
      pay up to, willing to pay/spend, can pay/do, price limit`,
    have: `i have, ive got, ive, got, have only, only have, we have, i got, just have, have about, have`,
    between: `between, in between, anywhere between, from, range of, range, ranging from, somewhere between`,
    to: 'to, -, –, —, until, till, up to, through, and up to',
    and: 'and, &, to, -, –, or',
    about: `around, about, roughly, approx, approximately, ~, circa, ca, like, somewhere around, in the region of,
      close to, nearly, almost, more or less, ballpark, maybe, ≈`,
    aboutAfter: `ish, or so, or thereabouts, give or take, more or less, roughly, approximately, something, somewhat`,
    fillers: `is of a the at to only just be : = like say total maybe well about around approximately roughly max set`,
    told: `its/is/was/costs/cost over/above, its/is/was/costs more than, paid, earn, earned, i/we make, charged, cost me,
      saved, owe, owed, salary, income, sold, won, lost, free shipping/delivery, orders, raised, introduced, was,
      were, spent, rent is, they want, retails, debt`,
    labels: `size, sizes, age, aged, ages, top, version, number, no, room, page, chapter, gen, generation, level, model,
      spf, grade, year, since, step, season, episode, part, type, error, code, bmi, iq, gate, platform, windows, ios,
      android, pixel, iphone, galaxy, ps, class, figure, route, day, week, in, on, score, rated, kids, children,
      everyone, anyone, people, temperature, temperatures, degrees`,
    units: `mile miles km kms kilometer kilometers kilometre kilometres meter meters metre metres m hour hours hr hrs h
      minute minutes min mins second seconds sec s day days week weeks month months year years yr yrs kg kgs kilo
      kilos lb lbs gram grams g oz ounce ounces inch inches cm mm feet foot ft yard yards gb tb mb mbps gbps ghz hz mp
      megapixel megapixels people persons person players player kids guests times percent watt watts w kw kwh v volt
      volts liter liters litre litres l ml gallon gallons stars star mph kmh knots degree degrees celsius fahrenheit
      calories kcal steps pages page pieces pcs rooms bedrooms seats sqft sqm acres reps sets dpi fps mah db lumens am
      pm cents cent words characters users members points employees devices items friends ingredients reviews x th st
      nd rd ad bc bpm spf litters doors slots slices floors children adults`,
    per: `a/per/each month/year/night/person/day/week/hour/piece/head/pair, monthly, per, each, apiece, total, all in,
      altogether, or so`,
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
  introductions: `my name is, my full/real/first/last name is, my names, name is, name :, i go by, call me, i am called, im called, people call me, signed`,
  beforeNames: `im am is mr mrs ms miss dr sir dear hi hello hey regards cheers thanks call ask named daughter son sister brother
    mum mom dad wife husband friend uncle aunt boss girlfriend boyfriend partner cousin`,
  owners:
    'address/addresses/email/passport/account/password/diary of, medical records of, phone/mobile/account/passport number of, letter to, email to, message to, on behalf of',
  titles: 'mr mrs ms mister dr prof professor',
  containers: `bag/bags/sack/sacks/pack/packs/packet/packets/package/box/boxes/crate/case/carton/cartons of,
    bottle/bottles/can/cans/tin/tins/jar/jars/tube/tubes/tub/pot/glass/cup/cups/mug/barrel/keg of,
    pair/pairs/set/sets/couple/dozen/bunch/bundle/batch/stack/pile/roll/rolls/sheet/sheets/bar/slice/loaf of,
    kilo/kilos/kg/gram/grams/g/pound/pounds/lb/lbs/ounce/ounces/oz/litre/litres/liter/liters/gallon/pint of,
    piece/pieces/bit/lot/lots/load/loads/plenty/handful/ton/tons/amount/selection/range/variety of`,
  interests: `into, really into, into doing, who loves/likes/enjoys/adores/collects, loves, likes, enjoys, adores, collects, he/she/they likes/loves/enjoys,
    they like/love/enjoy, loves to, likes to, loves doing, likes doing, obsessed/mad/crazy with/about, fan of, big fan of,
    a keen, keen, an avid, avid, passionate about, fond of, does, plays, who does/plays, enthusiastic about, hooked on,
    just started, started, taken up, took up, has taken up, taking up, getting into, got into, fond of`,
  against: `compare/compares/compared with/to/against, up against, stack/stacks up against/to, differ/differs/different from,
    as opposed to, compared`,
  instead: 'instead, rather, what/how about',
};
