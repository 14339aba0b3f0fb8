import { words } from './phrases.ts';

/** Brands and what they call their goods, in every language. They name no language and no person. */
export const BRANDS = words(`
  acer adidas aeg aiper airbnb airfryer airpods airtag alexa alienware allianz amazon amd amex android anker apple arcteryx
  arlo armani asics asus audi autodesk barbie bauhaus beko benq birkenstock bissell bmw bosch bose braun breville brita
  brother brooks burberry canon canva carhartt casio celestron chanel chatgpt chromebook columbia converse corsair cricut
  crocs cuisinart decathlon deliveroo delonghi dell denon dewalt dickies dior disney dji dominos doordash dropbox dualsense
  duolingo duracell dyson ebay ecco ecovacs electrolux epson ergobaby etsy eufy expedia fairphone fendi ferrari fiat fila
  fitbit fjallraven fossil fujifilm galaxy gamepad garmin geforce gopro gore-tex gucci haier hasbro hermes hisense
  hoka honda hoover hp huawei hue hulu hyundai ibis ikea instax intel ioniq ios ipad iphone iphones ipod iqos irobot jabra
  jaguar jbl jura karcher keurig kenwood kia kindle kitchenaid klarna kobo krups lacoste lavazza lego lenovo leica levis lg
  lidl linkedin linux logitech longchamp lululemon macbook magsafe makita mammut marshall maxicosi mazda meta
  michelin microsoft miele milwaukee mini minecraft moleskine mongoose motorola msi nerf nespresso netflix netgear
  newbalance nike nikon ninja nintendo nissan nokia nordvpn nvidia oculus olympus omega oneplus opel oral-b osprey osram
  ottolenghi outlook panasonic patagonia peloton peugeot philips photoshop pixel playmobil playstation pokemon polaroid porsche
  primark prada ps4 ps5 puma qnap quechua quest rayban razer realme redmi reebok renault revlon ricoh ring roborock roccat roku
  rolex roomba rowenta rtx gtx ryzen ryanair sage salomon samsonite samsung sandisk seagate seat seiko sennheiser sephora
  shark sharp shopify siemens singer skechers skoda skype smeg snapdragon sodastream sonos sonicare sony spotify stanley
  starbucks starlink steamdeck stihl subaru suunto suzuki swarovski swatch switchbot synology tado tefal tempur tesla
  thermomix thinkpad thule tiktok timberland tissot tomtom toshiba toyota tp-link tupperware uber ubiquiti uggs uniqlo vans
  vaude versace vespa vodafone volkswagen volvo vorwerk wacom weber whatsapp whirlpool wii wilson windows withings wmf
  deezer hbo tidal audible obsidian stratos dolce gusto nescafe oled qled amoled xbox xiaomi yamaha yeti youtube zalando zara zoom zyxel`);
