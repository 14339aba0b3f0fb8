/** Materials, colours, forms, uses, places and sports: words behind the name of a thing. */
export const describing = `abatible abrigado abuelos acampada accesible acero acolchado acrílico acuático acústica acústico adaptable adhesivo adolescente adulto
  afeitado agua aguja aire aislante ajustable alemán algodón alimentos almacenamiento alpina alto aluminio amarillo amarilla amortiguación
  ancho analógico animales aniversario antideslizante antigoteo antiguo antirrobo aparcamiento arcilla armario artesanal artística
  asado asar audio automática automático automóvil aventura aves azúcar azul azules bambú bañera baño bar barato barba barro básico
  batería bebé bebés bebida belleza bicicleta blanca blancas blanco blancos blando bluetooth boda bolsillo bordado bosque botella
  boxeo brazo brillante bronce buceo caballo caballero cabello cable cachemira café calefacción caliente calle cama camión caminar
  campamento camping campo canino cansados capilar cápsulas cara carbón cardio carga carne carrera carretera cartón cartuchos casa
  cascos casero casual celular cena cepillado cerámica cerámico cerdo chef chico chimenea chocolate ciclismo ciudad clásico clásica
  clima cobre cocina cocinar coche coser cóctel colegio colgante colgar color colores combinado cómodo cómoda compacta compacto
  completo compresión computación comida conducción conectado conexión congelado conferencia contacto convertible corcho cordero corporal correr
  corredor corta corto cosmética cristal crucero cuadrado cuadrada cubierta cuchara cuero cuerpo cuidado cumpleaños curvo curva danza datos decoración decorativo decorativa
  delgado delgada dental deporte deportes deportiva deportivas deportivo deportivos derecho descafeinado descanso desayuno desechable desenredante despacho
  diabéticos diario dibujo diésel dientes digital discos diseño doble dormir dormitorio ducha dulce duradero dura duro ebanistería ecológica
  ecológico económico elástico eléctrica eléctricas eléctrico eléctricos electrónica electrónico elegante elevable embarazada embarazo
  emergencia empotrable empresa encimera energía enrollable entrenamiento entrenar equipaje equitación ergonómica ergonómico escalada escandinavo
  escolar escribir escritorio español espalda espuma esquí esquiar estación estampado estampada estudiante estudio exprés
  exterior externo extraíble facial familia familiar fantasía feliz fibra fiesta fijo filtro fina fino fitness flexible floral flor forrado
  fotografía fotos francés fresco fría frío frutas fruta fuego fuerte fútbol gafas gaming garaje gas gato gatos gel gimnasia
  gimnasio gluten golf goma graduado grano gris grueso guitarra habitación hamaca helado hidratante hielo hierro hilo hogar
  hoja hombre hombres hormigón horno hospital hotel hueso húmedo ibérico iluminación imagen impermeable impermeables impresión inalámbrica inalámbrico
  inalámbricos incendios individual inducción industrial infantil infantiles inflable infrarrojo inglés inox inoxidable inteligente inteligentes
  interior interna internet invierno invitados italiana italiano izquierdo jamón japonés jardín jardinería joyería juego jugar juvenil
  laboral lactancia lana lápiz láser lateral lavable lavado lavandería leche lectura leer led lencería lenguaje libre ligeras limón
  limpiar limpieza lino líquido lisa liso litio llevar lluvia lujo luz luces madera magnético maleta maletero mando manual manos manta maquillaje
  mar maratón marco mármol marrón mascotas masaje matrimonio mecánica mecánico médica médico medicinal memoria menta
  mesa metal metálica metálico microfibra militar mineral minimalista moderna moderno modular moho montaña montar morado mosquitos motor moto
  móvil móviles muebles mujer multifunción multiusos mural músculo música musical nadar natación natural naturaleza naval navidad negra negras
  negro negros niebla nieve niña niño niños noche nocturna nórdica nórdico nueces nupcial nutrición oficina oficinas olivo olor óptica orgánico oro
  ortopédica ortopédico oscuro otoño outdoor pádel pan panel papel papelería paño parafina pared parque parrilla pasear pasta patinaje patio
  pecho pelo pelos peludo pequeños perforadora perro perros personalizada personalizado pesca pescado peso picnic pie piedra piel
  pies pilas pilates pino pintar pintura piscina pista plana plano plástico plata playa plegable plegables pluma podar polar polietileno
  poliéster pollo polvo porcelana portátil portátiles postre potente premium presión primavera privado profesional profunda programable protección
  protectora proteína puerta pulido quemar queso ratán rápida rápido recargable recargables reciclado recién redonda redondo refrigerante
  regulable reloj resistente respaldo retro reunión reversible riego rígida rígido ritmo robot roja rojas rojo rojos romántico ropa
  rosa rubio ruedas ruido running rústico sal sala salón salud sano satén sauna seca seco secar seda segunda seguridad sencillo senderismo sensible
  sensibles silencioso silenciosa silicona sintético sol solar solares sólida sonido sopa sostenible suave suelo suspendida táctil tacón tacones
  talla tallado taller tarjetas té techo tejer tela teletrabajo telescópica telescópico temperatura tenis terciopelo térmica térmico termo
  terraza tinta tinto titanio trabajar trabajo tradicional trail transpirable transparente transporte trekking triple turismo ultraligero universal
  universitario urbana urbano usb vacaciones vacío vapor vaquero vegana vegano vegetal vegetariano velas ventana ventilado
  verano verde verdes verduras vertical vestir viajar viaje viajes vidrio vídeo vinilo vino vintage visión vitamina voleibol wifi yoga zumo zurdos
  accesorio accesorios aparato aparatos equipo equipos material kit kits set juego juegos lote soporte soportes fundas estuche estuches
  pack caja cajas cesta cestas gancho ganchos percha perchas tirador cerradura candado cadena cadenas cables alargador adaptador adaptadores
  sensor sensores detector detectores cartucho recambio recambios suscripción cápsula dosis polvos pastillas gotas loción bálsamo
  mascarilla mascarillas sérum pinzas lima martillo destornillador clavos pegamento cinta brocha rodillo papel-pintado toalla toallas sábana
  almohadas cojín cojines mantas mantel jarrón póster vela adornos vasos platos bol boles tenedores cucharas cubertería sartenes
  servicio servicios reparación mantenimiento instalación alquiler limpieza reparto catering asesor asesoría corredor profesor
  clases entrenador taller talleres agencia empresa proveedor`;
