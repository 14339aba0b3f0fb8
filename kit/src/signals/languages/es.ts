import { describing } from './es-describing.ts';
import { intents } from './es-intents.ts';
import type { LanguageFile } from './language.ts';

export const es: LanguageFile = {
  code: 'es',
  letters: 'áéíóúüñ',
  joiners: 'de del para',
  idioms: `en/al inglés/francés/alemán/italiano/portugués/chino/japonés/ruso/coreano/árabe/español/catalán,
    en el cole, en la tele, con la boca, estoy seguro/segura, seguro que, seguro de si, segura de, fin de semana,
    por ejemplo, de verdad, en cuenta, por favor, de todas formas, de momento, más o menos, en línea, en casa,
    por casa, a casa, de casa, en mi casa, tengo ganas, de vuelta, darse cuenta, me doy cuenta, por la cuenta,
    sin falta, de marca, hora punta, a punto, al punto, en punto, de memoria, en juego, a la vez, por la tele,
    en la calle, mi plata, plata de vuelta, banco de sangre, en caja, buen viaje, por su cuenta, de hecho,
    fecha de caducidad, punto de vista, a mano, de mano en mano, de fiar, tomar nota, plato fuerte, de cara,
    en cartera, mano de obra, ni idea, en serio, en marcha, por un tubo, al pie de la letra, a lo mejor`,
  stop: `afuera agarrar ahorita ahorra ajá algún alrededor allá amo añadir aparecer apenas apetece aprieta arriba
    avisar ayudar bastantes cambió cabía carajo casualmente comenzar conmigo consejo contigo contar correcto cuándo
    cuya debajo decide decidir deja delante depende deseo despacio detrás dígame distinta distinto edad empezar
    empiezo entiendo enseñar enviarme escoger espero estaría evitar existe existen explicar explicarme fíjate gana
    ganas gusto haría hablar hubo increíble intento intentar jaja lleno llegue manda medio meter mirar miro mitad
    montón mover ojalá olvidar oferta ofrecer opción opciones opinas opinión opináis parecen parte pasado pensar
    perdón perder permite piden pondría preferiría pregunta preguntar preguntaba probar propio próxima próximo pronto
    quedarme quise raro razón recomendable recuerdo regalar regalarle resulta saben salido seguir servir siendo
    siquiera sobra solía sonar sugerir supuesto tarda tardar terminar tirar totalmente traer tuve último última
    únicamente utilizar valoro venga vendrían vendría verdadero viendo vine volví puro pura aquel cualquier a acaso
    acá además adiós ahora ahí al algo alguien alguna algunas alguno algunos algún allí alrededor ambos ante antes
    apaga aprender aquel aquella aquello aquí así aunque ayer ayuda aún bajo barata baratas barato baratos bastante
    bien bonito buen buena buenas bueno buenos busca buscamos buscando busco cabe cada calidad cara caro caros casi
    cerca chico cien cierto claro clase cocer como compra comprar compraría compro con conoces consultarlo contra
    contraseña conviene correo cosa cosas creo cual cualquier cuando cuenta cuesta cuestan cueste cuál cuáles cuándo
    cuánta cuánto cuántos cómo da dado dame de debe deber debería debo decir dejar del demasiado demás dentro desde
    después devolver dice diferencia digo dime donde dos dura durante día días dónde e el ella ellas ellos en encanta
    encontrar enseña enséñame entender entonces entrar entre era eres es esa esas escríbeme ese eso esos esta estaba
    estamos estar estas este estilo esto estos estoy está están eur euro euros explícame factura falta fatal favor
    forma frase fue fuera funciona fácil gastar gastarme gasto general genial gracias gran grande grandes gusta gustan
    gustaría ha haber había hace hacer hacia han harto hará hasta hay haya he hecho hola hombre hoy huele igual ir
    jamás jugar junto la las le les ligera ligero llama llamo llegado llegar lo los luego lugar mal mala malo mayor
    mañana me mejor mejores menor menos merece mes mi mientras mil mis misma mismo mismos momento mucha muchas mucho
    muchos muerto muestra mujer murió muy muéstrame más máximo mía mínimo mío nada nadie necesita necesitamos
    necesitas necesito ni ninguna ningún no nos nosotros nuestra nuestro nueva nuevas nuevo nuevos nunca número o
    oferta ofertas ojalá os otra otras otro otros oye oír pagar pago palabra paquete para parece pasa pedido pedir
    pena pensando pequeña pequeño pero pese poca poco pocos podemos poder podría podrías pone poner por porque precio
    precios precisa presupuesto primera primero puede pueden puedo pues que quedo queremos querría quería quiere
    quieres quiero quizá quizás quién qué real realmente rebajas recibido recomendaciones recomendación recomendar
    recomienda recomiendas recomiéndame sabe saber sabes sale se sea según ser si sido siempre significa sin sino
    sirve sobre sois solamente solo somos son soy su suena sus suscripción suya sé sí sólo tal también tampoco tan
    tanto te teléfono tendría tener tengo tenéis ti tiempo tiene tienen tienes tipo tocar toda todas todavía todo
    todos trabajo traduce tras tu tus tú u un una unas unos urgente usar usted va vale vamos varias varios ve veces
    ver verdad versus vez vosotros voy vs y ya yo él acerca ando anda anduve aunque apaño aún avísame bájame cojo
    coger consigo conseguir conocéis conoce conocen compré cambiar casera chévere cosita cuyo das daba dan dedico dejó
    demasiada demasiados dicen dio doy encima encuentro enviar envío estuve exige falla fuese guay hacía haciendo haga
    hago hizo iba igual incluso integre iría llegó lleva llevar llevo lleno llenó mandar manera menudo mándame mudo
    ocupo ojo pa pasar pase pasó peor pesar pillo pillar pongo preferible prefiero puesto pueda puedan queda quedar
    quedo quepa quisiera rollo sacar salir sea sean segura siento siga sigo sigue siguiente suele super supone tampoco
    tardan tema tenga tengan tiré toca tomar trae tratar trata uf usa uso va van vaya veo vendo venir verá viene vivo
    volver vuelve x xq q k tb tmb porfa porfi pls dónde adónde hace harta alguno pues sino`,
  notGoods: `poema receta recetas idea ideas ayuda chiste historia texto carta nombre consejo consejos respuesta
    explicación traducción resumen tiempo trabajo amigo cuenta contraseña paquete pedido suscripción reembolso dinero
    capital teoría palabra frase pregunta problema envío diferencia estafa decepción tarea tareas deberes papeles
    plazo trámite trámites requisitos símbolo comentario plan planes`,
  people: `madre padre mamá papá mujer marido novia novio hija hijo hermano hermana niño niña niños bebé amiga amigo
    padres conductor estudiante estudiantes principiante cachorro autónomo perro perros abuela hijos hijas suegra
    suegro sobrino sobrina primo prima tío tía abuelo abuelos esposa esposo pareja compañero compañera vecino vecina
    jefe jefa gente persona personas chaval chavala peque peques crío críos nieto nieta mami papi mamás papás cuñado
    cuñada profe alumno alumnos`,
  parts: `bomba cinta saco protector funda soporte kit juego caja tapa bolsa`,
  describing,
  softeners: `un una unos unas el la los las nuevo nueva nuevos nuevas buen buena buenos buenas mejor mejores pequeño
    pequeña gran grande mi mis me nos de unas otro otra otros otras algún alguna algunos algunas este esta ese esa
    aquel tal tipo cualquier puro pura`,
  prepositions: `para con en sobre por sin a desde que porque cuando hacia entre contra como donde si mientras pa
    hasta desde tras según`,
  request: `falta, hace falta, busco, buscamos, buscando, necesito, necesitamos, quiero, queremos, querría, quería,
    me gustaría, comprar, recomiendas, recomienda, recomiéndame, enséñame, muéstrame, buen, buena, mejor, mejores,
    qué, cuál, ofertas de/en, oferta de/en, cuánto cuesta/cuestan, hay, tienes, tenéis, vendéis, dónde comprar,
    dónde encontrar, dónde encuentro, dónde consigo, alternativa a, quisiera, ocupo, me pillo, pillarme, me compro,
    comprarme, comprarle, recomiendan, recomendáis, me recomiendan, aconsejas, sugieres, conoces, conocéis, conocen,
    sabes de, sabéis de, sugerencia de, sugerencias de, recomendación de, recomendaciones de, venden, alquilar,
    contratar, cambiar de, ando buscando, en busca de, presupuesto para, hacen falta, un buen/una buena, poner`,
  mild: 'buen buena mejor mejores que cual hay conoces poner cambiar',
  intents,
  trouble: `roto rota quemado gotea atascado falta faltaba rasgado dañado retraso rayado parpadea calienta bloqueado
    error perdido agrietado averiado estropeado rompió estropeó dañó manchado descosido despegado descompuesto pincha
    pinchado suelto sueltos oxidado`,
  definite: 'mi mis nuestro nuestra el la los las este esta vuestro su viejo vieja',
  comparatives: 'más menos mejor peor',
  behaviours: {
    urgency: `hoy, esta noche, mañana, esta semana, este fin de semana, urgente, rápido, ya mismo, ahora mismo,
      antes del viernes/sábado/domingo/lunes, cuanto antes, lo antes posible, hoy mismo, para ya, esta tarde, me urge,
      urge`,
    deal_seeking: `oferta, ofertas, descuento, rebajas, ganga, cupón, cupones, promoción, promociones,
      código de descuento, black friday, outlet`,
    price_sensitive: `barato, barata, baratos, baratas, más barato, económico, económica, bien de precio,
      bueno bonito y barato, baratito, low cost`,
    gift: `regalo, regalos, cumpleaños, navidad, cumple, reyes, día de la madre, día del padre, amigo invisible,
      aniversario`,
    ready_to_buy: `me lo quedo, me la quedo, me los quedo, lo compro, lo pido, la compro, lo quiero ya,
      añadir al carrito, al carrito, cómo pago, cómo puedo pagar, hacer el pedido`,
    where_to_buy: `dónde comprar, dónde puedo comprar, dónde encontrar, cuánto cuesta, cuánto cuestan, a qué precio,
      en stock`,
  },
  topicChange: `otra pregunta, otra cosa, por cierto, olvídalo, da igual, no gracias, cambiando de tema,
    cambio de tema, olvida eso, mejor otra cosa`,
  references: 'lo eso este ese esa esos esas ellos ellas mismo misma mismos mismas más menos',
  comparing: { or: 'o u vs versus', between: 'entre', and: 'y', than: 'que' },
  questions: 'es son puede puedo hay',
  excludes: `ya compré, excepto, salvo, en vez de, en lugar de, ya tengo, menos, que no sea, que no sean, nada de,
    aparte de, sin ser`,
  negators: `no sin excepto salvo nada nunca ni ningún ninguna jamás tampoco`,
  wishes: 'de del la el los las con un una quiero en sea',
  feelings: {
    positive: `encanta, me encanta, encantan, amo, excelente, fantástico, maravilloso, muchas gracias, feliz,
      contento, contenta, encantado, emocionado, 😊, 😍, 👍, ❤, encantada, genial, alucinante, satisfecho, satisfecha,
      enamorado, enamorada, qué ilusión`,
    negative: `nadie me, quemado, tanto dinero, un robo, de retraso, odio, horrible, terrible, malo, mala, fatal,
      harto, harta, decepcionado, decepcionada, decepción, enfadado, enfadada, triste, roto, rota, no funciona,
      no funcionan, ya no enfría, no ha llegado, no puedo entrar/acceder/más, demasiado caro, muy caro, estafa, timo,
      vergüenza, mierda, asco, preocupado, desastre, estresado, 😡, 😢, 😭, 👎, pésimo, pésima, porquería, basura,
      qué coraje, qué rabia, frustrado, frustrada, cabreado, cabreada, indignado, indignada, agobiado, agobiada,
      me timaron, me estafaron`,
    praise: 'genial, perfecto, perfecta, bien, bueno, gracias, estupendo, guay',
  },
  price: {
    max: `no más caro/cara de/que, menos de, por menos de, de menos de, hasta, hasta los, máximo, máximo de, max,
      como máximo, como mucho, no más de, por debajo de, inferior a, no supere, que no pase de, sin pasar de, tope de,
      a lo sumo, <, ≤, < =, límite de, más barato que, más barata que, más baratos que, más baratas que,
      no superior a, que no pase de los, sin pasarme de, sin pasarme de los, que no supere los, que no llegue a,
      menos de unos, hasta unos, max de, tope, no llegue a, no exceda de, no exceda, por debajo de los, máx,
      no cueste más de, cueste menos de, cueste hasta`,
    min: `más de, a partir de, al menos, mínimo, mínimo de, desde, por encima de, superior a, como mínimo,
      por lo menos, no menos de, >, ≥, > =`,
    maxAfter: `como máximo, máximo, max, como mucho, o menos, a lo sumo, de presupuesto, de máximo, tope, para gastar,
      máx, como tope, de tope, como límite, por cabeza como mucho, pelados`,
    minAfter: 'o más, mínimo, al menos, como mínimo, en adelante, para arriba, +',
    budget: `presupuesto, presupuesto de, presupuesto es de, presupuesto es, gastar, gastar hasta, me quiero gastar,
      puedo gastar, puedo pagar, gastarme hasta, mi presupuesto`,
    have: `tengo, tenemos, solo tengo, solo tenemos, cuento con, dispongo de`,
    between: 'entre, de, desde, entre los',
    to: 'a, -, –, hasta, o, u',
    and: 'y, a, -, –',
    about: `unos, unas, alrededor de, aproximadamente, cerca de, sobre, más o menos, ~, casi, en torno a,
      rondando los, sobre los, por unos, tirando a, a eso de`,
    aboutAfter: 'más o menos, aproximadamente, aprox, o así, y pico',
    fillers: 'de es : = los unos alrededor',
    told: `pagué, pagado, gano, costó, cobrado, sueldo, ahorré, envío, pagaba, me costó, me costaron, me gasté,
      he gastado, perdí, gané, cobro, cuesta ya`,
    labels: 'talla, edad, número, página, versión, año, niños, iphone, en, windows',
    units: `km kilómetros metros m horas hora h minutos min segundos días día semanas meses mes años año kg kilos
      gramos g pulgadas pulgada cm mm gb litros l ml vatios personas persona grados páginas piezas estrellas veces por
      kcal tb megas mb noches noche semana minuto plazas w v voltios vatio pares unidades cv cc hz lúmenes m² grado
      piezas pieza mol moles velocidades puertos hilos`,
    per: `al mes, al año, por noche/persona/mes/día, la noche, en total, el kilo, por kilo, cada uno, cada una,
      por cabeza, a la semana, por semana, por hora, la hora, cada`,
  },
  numbers: {
    diez: 10,
    quince: 15,
    veinte: 20,
    treinta: 30,
    cuarenta: 40,
    cincuenta: 50,
    sesenta: 60,
    setenta: 70,
    ochenta: 80,
    noventa: 90,
    cien: 100,
    ciento: 100,
    doscientos: 200,
    trescientos: 300,
    cuatrocientos: 400,
    quinientos: 500,
    seiscientos: 600,
    setecientos: 700,
    ochocientos: 800,
    novecientos: 900,
    doscientas: 200,
    trescientas: 300,
    quinientas: 500,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
  },
  multipliers: { mil: 1000, k: 1000, lucas: 1000 },
  introductions: 'me llamo, mi nombre es, nombre :, llámame, me dicen',
  beforeNames: `señor señora sr sra dr hola querido querida saludos soy hija hijo hermano hermana amigo amiga`,
  owners:
    'dirección/número/teléfono/correo/cuenta/pasaporte/contraseña de, carta a/para, correo a/para, en nombre de',
  titles: 'señor señora señorita sr sra srta don doña dr dra doctor doctora',
  containers: `bolsa/bolsas/bolsita/saco/sacos/paquete/paquetes/caja/cajas/cajita/botella/botellas/lata/latas/bote/botes/tarro/tarros/tubo/tubos/frasco/frascos de,
    par/pares/juego/set/lote/pack/docena/kit/surtido/montón/poco/trozo/pedazo/puñado/variedad de,
    kilo/kilos/kg/gramo/gramos/g/litro/litros/l/taza/vaso/rollo/rollos/barra/loncha/lonchas/manojo/libra/libras de`,
  interests: `le gusta, le gusta el/la/los/las, le gusta mucho el/la, le encanta, le encanta el/la/los/las,
    le encantan los/las, le gustan los/las, que le gusta, que adora, adora, aficionado/aficionada a/al, fan de,
    fanático/fanática de/del, loco/loca por/de, colecciona, practica, juega al/a, toca el/la, hace, que hace,
    apasionado/apasionada de/del/por, enganchado/enganchada a/al`,
  against:
    'comparado con, comparada con, comparados con, en comparación con, frente a, respecto a, se compara con, diferente de',
  instead:
    'en su lugar, en vez de eso, mejor un/una/unos/unas, y qué tal, qué tal, y si en vez, pensándolo mejor, mejor aún, mejor dicho',
};
