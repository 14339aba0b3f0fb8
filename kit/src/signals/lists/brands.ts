/** Brands and what they call their goods, in every language. They name no language and no person. */
export const BRAND_NAMES = `
  acer adidas adobe aeg aiper airbnb airfryer airpods airtag alexa alienware allianz amazon amd amex amoled android
  anker apple arcteryx arlo armani asana asics asus audi audible autodesk aws azure barbie bauhaus beko benq
  birkenstock bissell bmw bosch bose breville brita brother burberry camry canon canva carhartt casio
  celestron chanel chatgpt chromebook civic columbia converse corolla corsa corsair cricut crocs cuisinart decathlon
  deezer deliveroo dell delonghi denon dewalt dickies dior disney dji dolce dominos doordash dropbox dualsense
  duolingo duracell dyson ebay ecco ecovacs electrolux epson ergobaby etsy eufy expedia fairphone fendi ferrari fiat
  figma fila fitbit fjallraven fossil fujifilm galaxy gamepad garmin geforce gopro gore-tex gtx gucci gusto haier
  hasbro hbo hermes hisense hoka honda hoover hp huawei hubspot hue hulu hyundai ibis ikea instax intel ioniq ios
  ipad iphone iphones ipod iqos irobot jabra jaguar jbl jira jura karcher kenwood keurig kia kindle kitchenaid
  klarna kobo krups lacoste lavazza lego leica lenovo levis lg lidl linkedin linux logitech longchamp lululemon
  macbook magsafe makita mammut maxicosi mazda meta michelin microsoft miele milwaukee minecraft mini
  moleskine mongoose motorola msi nerf nescafe nespresso netflix netgear newbalance nike nikon ninja nintendo nissan
  nokia nordvpn notion nvidia obsidian oculus oled olympus omega oneplus opel oral-b osprey osram ottolenghi outlook
  panasonic passat patagonia peloton peugeot philips photoshop pipedrive pixel playmobil playstation pokemon
  polaroid porsche prada primark prius ps4 ps5 puma qled qnap quechua quest rayban razer realme redmi reebok renault
  revlon ricoh ring roborock roccat roku rolex roomba rowenta rtx ryanair ryzen sage salesforce salomon samsonite
  samsung sandisk seagate seat seiko sennheiser sephora shark sharp shopify siemens skechers skoda skype
  slack smeg snapdragon sodastream sonicare sonos sony spotify starbucks starlink steamdeck stihl stratos
  subaru suunto suzuki swarovski swatch switchbot synology tado tefal tempur tesla thermomix thinkpad thule tidal
  tiktok timberland tissot tomtom toshiba toyota tp-link trello tupperware uber ubiquiti uggs uniqlo vans vaude
  versace vespa vodafone volkswagen volvo vorwerk wacom whatsapp whirlpool wii windows withings wmf
  xbox xiaomi yamaha yeti youtube zalando zara zoom zyxel`;
