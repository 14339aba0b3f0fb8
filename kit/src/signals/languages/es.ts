import { describing } from './es-describing.ts';
import type { LanguageFile } from './language.ts';

export const es: LanguageFile = {
  code: 'es',
  letters: 'áéíóúüñ',
  joiners: 'de del para',
  idioms: `estoy seguro/segura, seguro que, seguro de si, segura de, fin de semana, por ejemplo, de verdad, en cuenta,
    por favor, de todas formas, de momento, más o menos, en línea`,
  stop: `a acaso acá además adiós ahora ahí al algo alguien alguna algunas alguno algunos algún allí alrededor ambos ante
    antes apaga aprender aquel aquella aquello aquí así aunque ayer ayuda aún bajo barata baratas barato baratos
    bastante bien bonito buen buena buenas bueno buenos busca buscamos buscando busco cabe cada calidad cara caro
    caros casi cerca chico cien cierto claro clase cocer como compra comprar compraría compro con conoces consultarlo
    contra contraseña conviene correo cosa cosas creo cual cualquier cuando cuenta cuesta cuestan cueste cuál cuáles
    cuándo cuánta cuánto cuántos cómo da dado dame de debe deber debería debo decir dejar del demasiado demás dentro
    desde después devolver dice diferencia digo dime donde dos dura durante día días dónde e el ella ellas ellos en
    encanta encontrar enseña enséñame entender entonces entrar entre era eres es esa esas escríbeme ese eso esos esta
    estaba estamos estar estas este estilo esto estos estoy está están eur euro euros explícame factura falta fatal
    favor forma frase fue fuera funciona fácil gastar gastarme gasto general genial gracias gran grande grandes gusta
    gustan gustaría ha haber había hace hacer hacia han harto hará hasta hay haya he hecho hola hombre hoy huele igual
    ir jamás jugar junto la las le les ligera ligero llama llamo llegado llegar lo los luego lugar mal mala malo mayor
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
    ver verdad versus vez vosotros voy vs y ya yo él`,
  notGoods: `poema receta recetas idea ideas ayuda chiste historia texto carta nombre consejo consejos respuesta explicación
    traducción resumen tiempo trabajo amigo cuenta contraseña paquete pedido suscripción reembolso dinero capital
    teoría palabra frase pregunta problema envío diferencia estafa decepción`,
  people: `madre padre mamá papá mujer marido novia novio hija hijo hermano hermana niño niña niños bebé amiga amigo padres
    conductor estudiante estudiantes principiante cachorro autónomo perro perros abuela`,
  parts: 'bomba cinta saco protector',
  describing,
  softeners: `un una unos unas el la los las nuevo nueva nuevos nuevas buen buena buenos buenas mejor mejores pequeño pequeña
    gran grande mi mis me nos de`,
  prepositions: 'para con en sobre por sin a desde',
  request: `falta, hace falta, busco, buscamos, buscando, necesito, necesitamos, quiero, queremos, querría, quería,
    me gustaría, comprar, recomiendas, recomienda, recomiéndame, enséñame, muéstrame, buen, buena, mejor, mejores,
    qué, cuál, ofertas de/en, oferta de/en, cuánto cuesta/cuestan, hay, tienes, tenéis, vendéis, dónde comprar,
    dónde encontrar, alternativa a, un, una, unas, unos, poner`,
  mild: 'buen buena mejor mejores que cual hay un una unas unos',
  intents: {
    support_request: {
      strong: `han cobrado/facturado, cobrado dos, mi reserva/factura/envío, por qué mi, cambio de talla, recambio,
        cómo puedo/cambio/modifico/desactivo/elimino mi, no me deja, no se conecta, llegó, ha llegado, nadie me,
        no contesta, no responde, descargar mi, la/mi factura, no he recibido, nadie responde, nadie contesta,
        no se apaga, semanas/días de retraso, de retraso, me compré * y no, mi * ya no, no funciona, no funcionan,
        ya no enfría, ya no, reembolso, devolver, devolución, mi pedido, mi paquete, mi cuenta, mi suscripción,
        contraseña, cancelar, dar de baja, no ha llegado, todavía no, no llega, dónde está mi, roto, rota,
        estropeado, estropeada, averiado, defectuoso, atención al cliente, servicio al cliente, no puedo entrar,
        no puedo acceder, iniciar sesión, número de seguimiento, reparar, arreglar, restablecer, no enciende,
        no carga, me han cobrado, cobrado dos veces, código de error, dañado`,
      weak: 'problema con, garantía, reclamación, envío',
    },
    objection_handling: {
      strong: `no sé si, sale a cuenta, compensa, escéptico, me fío, inconvenientes, a ese precio, por ese precio,
        más tarde, no gracias, no me interesa, y si, por qué tan caro, sobrevalorado, dudo, tengo miedo, sospechoso,
        de verdad necesito, realmente necesito, tanto dinero, un robo, consultarlo con, hablarlo con, me da miedo,
        exagerado, demasiado caro, demasiado cara, muy caro, muy cara, mucho dinero, merece la pena, vale la pena,
        no estoy seguro, no estoy segura, estafa, timo, fiable, fuera de mi presupuesto, no me lo puedo permitir,
        me lo pensaré, lo pensaré, no me convence, malas opiniones, no me fío, desconfío`,
      weak: 'caro, dudas, duda',
    },
    comparison: {
      strong: `mejor * o, cuál gasta/dura/cuesta/consume, qué sale, sale más barato, vs, versus, diferencia entre,
        diferencia hay, diferencia, diferencias, comparar, compara, comparación, comparativa, comparado con,
        mejor que, cuál es mejor, es mejor, cuál de, cuál de los/las, qué es mejor, alternativa a, alternativas,
        ventajas y desventajas, ventajas`,
      weak: 'mejor, alternativa',
    },
    purchase_inquiry: {
      strong: `nos/me falta un/una, hace falta, hacen falta, me compro, busco, buscamos, buscando, comprar, compra, compro,
        recomiendas, recomienda, recomiéndame, recomendar, recomendación, recomendaciones, cuánto cuesta,
        cuánto cuestan, qué precio, a qué precio, oferta, ofertas, barato, barata, baratos, baratas, más barato,
        descuento, rebajas, en stock, enséñame, muéstrame, tenéis, vendéis, me lo quedo, me la quedo, me los quedo,
        lo compro, lo pido, lo quiero, cómo pago, pagar, al carrito, necesito un/una/unos/unas,
        quiero un/una/unos/unas, querría un/una, me gustaría un/una, regalo para, me conviene`,
      weak: `necesito, quiero, mejor, mejores, en negro, en rojo, más pequeño, buen, buena, es bueno para`,
    },
    information_seeking: {
      strong: `cómo se hace/hacen, cómo hacer, quién inventó/escribió/pintó, quién, quiero aprender/saber/entender,
        cómo funciona, qué significa, significa, por qué, cuánto tiempo, cuántos, cuántas, quién es/fue,
        cuándo es/fue, explícame, explica, escríbeme, escribe, traduce, traducir, resume, cuéntame, qué tiempo,
        capital, receta, el tiempo en`,
      weak: 'qué es, qué son, cuál es la/el, cómo, qué, quién, es verdad',
    },
  },
  trouble: `roto rota quemado gotea atascado falta faltaba rasgado dañado retraso rayado parpadea calienta bloqueado error
    perdido agrietado averiado estropeado`,
  definite: 'mi mis nuestro nuestra el la los las este esta vuestro su viejo vieja',
  comparatives: 'más menos mejor peor',
  behaviours: {
    urgency: `hoy, esta noche, mañana, esta semana, este fin de semana, urgente, rápido, ya mismo, ahora mismo,
      antes del viernes/sábado/domingo/lunes, cuanto antes`,
    deal_seeking: 'oferta, ofertas, descuento, rebajas, ganga, cupón',
    price_sensitive: 'barato, barata, baratos, baratas, más barato, económico',
    gift: 'regalo, regalos, cumpleaños, navidad',
    ready_to_buy: `me lo quedo, me la quedo, me los quedo, lo compro, lo pido, la compro, lo quiero ya, añadir al carrito,
      al carrito, cómo pago, cómo puedo pagar, hacer el pedido`,
    where_to_buy: `dónde comprar, dónde puedo comprar, dónde encontrar, cuánto cuesta, cuánto cuestan, a qué precio, en stock`,
  },
  topicChange: `otra pregunta, otra cosa, por cierto, olvídalo, da igual, no gracias, cambiando de tema`,
  references: 'lo la los las eso este esta ese esa ellos mismo más menos',
  comparing: { or: 'o u vs versus', between: 'entre', and: 'y', than: 'que' },
  questions: 'es son puede puedo hay',
  excludes: 'excepto, salvo, en vez de, en lugar de, ya tengo, menos',
  negators: 'no sin excepto salvo nada nunca ni ningún ninguna',
  wishes: 'de del la el los las con un una quiero en sea',
  feelings: {
    positive: `encanta, me encanta, encantan, amo, excelente, fantástico, maravilloso, muchas gracias, feliz, contento,
      contenta, encantado, emocionado, 😊, 😍, 👍, ❤`,
    negative: `nadie me, quemado, tanto dinero, un robo, de retraso, odio, horrible, terrible, malo, mala, fatal, harto,
      harta, decepcionado, decepcionada, decepción, enfadado, enfadada, triste, roto, rota, no funciona,
      no funcionan, ya no enfría, no ha llegado, no puedo entrar/acceder/más, demasiado caro, muy caro, estafa, timo,
      vergüenza, mierda, asco, preocupado, desastre, estresado, 😡, 😢, 😭, 👎`,
    praise: 'genial, perfecto, perfecta, bien, bueno, gracias, estupendo, guay',
  },
  price: {
    max: `no más caro/cara de/que, menos de, por menos de, de menos de, hasta, hasta los, máximo, máximo de, max,
      como máximo, como mucho, no más de, por debajo de, inferior a, no supere, que no pase de, sin pasar de,
      tope de, a lo sumo, <, ≤, < =, límite de, más barato que, no superior a`,
    min: `más de, a partir de, al menos, mínimo, mínimo de, desde, por encima de, superior a, como mínimo, por lo menos,
      no menos de, >, ≥, > =`,
    maxAfter: `como máximo, máximo, max, como mucho, o menos, a lo sumo, de presupuesto, de máximo, tope, para gastar`,
    minAfter: 'o más, mínimo, al menos, como mínimo, en adelante, para arriba, +',
    budget: 'presupuesto, presupuesto de, presupuesto es de, presupuesto es, gastar, gastar hasta',
    have: 'tengo, tenemos, solo tengo',
    between: 'entre, de, desde, entre los',
    to: 'a, -, –, hasta',
    and: 'y, a, -, –',
    about: `unos, unas, alrededor de, aproximadamente, cerca de, sobre, más o menos, ~, casi, en torno a`,
    aboutAfter: 'más o menos, aproximadamente, aprox, o así, y pico',
    fillers: 'de es : = los unos alrededor',
    told: 'pagué, pagado, gano, costó, cobrado, sueldo, ahorré, envío',
    labels: 'talla, edad, número, página, versión, año, niños, iphone, en, windows',
    units: `km kilómetros metros m horas hora h minutos min segundos días día semanas meses mes años año kg kilos gramos g
      pulgadas pulgada cm mm gb litros l ml vatios personas persona grados páginas piezas estrellas veces por kcal`,
    per: 'al mes, al año, por noche/persona/mes/día, la noche, en total',
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
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
  },
  multipliers: { mil: 1000, k: 1000 },
  introductions: 'me llamo, mi nombre es, nombre :, llámame, me dicen',
  beforeNames: `señor señora sr sra dr hola querido querida saludos soy hija hijo hermano hermana amigo amiga`,
  owners:
    'dirección/número/teléfono/correo/cuenta/pasaporte/contraseña de, carta a/para, correo a/para, en nombre de',
  titles: 'señor señora señorita sr sra srta don doña dr dra doctor doctora',
  containers: `bolsa/bolsas/saco/paquete/paquetes/caja/cajas/botella/botellas/lata/latas/bote/tubo/par/pares/juego/set/lote/kilo/kilos/kg/gramo/gramos/litro/litros/taza/vaso de`,
  interests: `le gusta, le gusta el/la/los/las, le encanta, le encanta el/la/los/las, le gustan los/las, aficionado/aficionada a/al, fan de,
    colecciona, practica, juega al, toca el/la`,
  instead: 'en su lugar, en vez de eso, mejor, y qué tal, qué tal',
};
