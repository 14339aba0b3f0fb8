/** Materials, colours, forms, uses, places and sports: words behind the name of a thing. */
export const describing = `
  abatible abrigado abuelos acampada accesible accesorio accesorios acero acolchado acrílico acuático acústica
  acústico adaptable adaptador adaptadores adhesivo adolescente adornos adulto afeitado agencia agua aguja aire
  aislante ajustable alargador alemán algodón alimentos almacenamiento almohadas alpina alquiler alto aluminio
  amarilla amarillo amortiguación analógico ancho animales aniversario antideslizante antigoteo antiguo antirrobo
  aparato aparatos aparcamiento arcilla armario artesanal artística asado asar asesor asesoría audio automática
  automático automóvil aventura aves azul azules azúcar bambú bar barato barba barro batería bañera baño bebida bebé
  bebés belleza bicicleta blanca blancas blanco blancos blando bluetooth boda bol boles bolsillo bordado bosque
  botella boxeo brazo brillante brocha bronce buceo bálsamo básico caballero caballo cabello cable cables cachemira
  cadena cadenas café caja cajas calefacción caliente calle cama caminar camión campamento campaña camping campo
  candado canino cansados capilar cara carbón cardio carga carne carrera carretera cartucho cartuchos cartón casa
  cascos casero casual catering celular cena cepillado cerdo cerradura cerámica cerámico cesta cestas chef chico
  chimenea chocolate ciclismo cinta ciudad clases clavos clima clásica clásico cobre coche cocina cocinar cojines
  cojín colegio colgante colgar color colores combinado comida compacta compacto completo compresión computación
  conducción conectado conexión conferencia congelado contacto convertible corcho cordero corporal corredor correr
  corta corto coser cosmética cristal crucero cuadrada cuadrado cubertería cubierta cuchara cucharas cuero cuerpo
  cuidado cumpleaños curva curvo cápsula cápsulas cóctel cómoda cómodo danza datos decoración decorativa decorativo
  delgada delgado dental deporte deportes deportiva deportivas deportivo deportivos derecho desayuno descafeinado
  descanso desechable desenredante despacho destornillador detector detectores diabéticos diario dibujo dientes
  digital discos diseño diésel doble dormir dormitorio dosis ducha dulce dura duradero duro ebanistería ecológica
  ecológico económico electrónica electrónico elegante elevable elástico eléctrica eléctricas eléctrico eléctricos
  embarazada embarazo emergencia empotrable empresa encimera energía enrollable entrenador entrenamiento entrenar
  equipaje equipo equipos equitación ergonómica ergonómico escalada escandinavo escolar escribir escritorio espalda
  español espuma esquiar esquí estación estampada estampado estuche estuches estudiante estudio exprés exterior
  externo extraíble facial familia familiar fantasía feliz fiambrera fibra fiesta fijo filtro fina fino fitness
  flexible flor floral forrado fotografía fotos francés fresco fruta frutas fría frío fuego fuerte fundas fútbol
  gafas gaming gancho ganchos garaje gas gato gatos gel gimnasia gimnasio gluten golf goma gotas graduado grano gris
  grueso guitarra habitación hamaca helado hidratante hielo hierro hilo hogar hoja hombre hombres hormigón horno
  hospital hotel hueso húmedo ibérico iluminación imagen impermeable impermeables impresión inalámbrica inalámbrico
  inalámbricos incendios individual inducción industrial infantil infantiles inflable infrarrojo inglés inox
  inoxidable instalación inteligente inteligentes interior interna internet invierno invitados italiana italiano
  izquierdo jamón japonés jardinería jardín jarrón joyería juego juegos jugar juvenil kit kits laboral lactancia
  lana lateral lavable lavado lavandería leche lectura led leer lencería lenguaje libre ligeras lima limpiar
  limpieza limón lino lisa liso litio llevar lluvia loción lote luces lujo luz lápiz láser líquido madera magnético
  maleta maletero mando manos manta mantas mantel mantenimiento manual maquillaje mar maratón marco marrón martillo
  masaje mascarilla mascarillas mascotas material matrimonio mecánica mecánico medicinal memoria menta mesa metal
  metálica metálico microfibra militar mineral minimalista moderna moderno modular moho montar montaña morado
  mosquitos moto motor muebles mujer multifunción multiusos mural musical máquina mármol médica médico móvil móviles
  músculo música nadar natación natural naturaleza naval navidad negra negras negro negros niebla nieve niña niño
  niños noche nocturna nueces nupcial nutrición nórdica nórdico oficina oficinas olivo olor orgánico oro ortopédica
  ortopédico oscuro otoño outdoor pack pan panel papel papel-pintado papelería parafina pared parque parrilla pasear
  pasta pastillas patinaje patio paño pecho pegamento pelo pelos peludo pequeños percha perchas perforadora perro
  perros personalizada personalizado pesca pescado peso picnic pie piedra piel pies pilas pilates pino pintar
  pintura pinzas piscina pista plana plano plata platos playa plegable plegables pluma plástico podar polar
  polietileno poliéster pollo polvo polvos porcelana portátil portátiles postre potente premium presión primavera
  privado profesional profesor profunda programable protección protectora proteína proveedor puerta pulido pádel
  póster quemar queso ratán recambio recambios recargable recargables reciclado recién redonda redondo refrigerante
  regulable reloj reparación reparto resistente respaldo retro reunión reversible riego ritmo robot rodillo roja
  rojas rojo rojos romántico ropa rosa rubio ruedas ruido running rápida rápido rígida rígido rústico sal sala salud
  salón sano sartenes satén sauna seca secar seco seda segunda seguridad sencillo senderismo sensible sensibles
  sensor sensores servicio servicios set silenciosa silencioso silicona sintético sol solar solares sonido sopa
  soporte soportes sostenible suave suelo suscripción suspendida sábana sérum sólida tacones tacón talla tallado
  taller talleres tarjetas techo tejer tela telescópica telescópico teletrabajo temperatura tenedores tenis
  terciopelo termo terraza tinta tinto tirador titanio toalla toallas trabajar trabajo tradicional trail
  transparente transpirable transporte trekking triple turismo táctil té térmica térmico ultraligero universal
  universitario urbana urbano usb vacaciones vacío vapor vaquero vasos vegana vegano vegetal vegetariano vela velas
  ventana ventilado verano verde verdes verduras vertical vestir viajar viaje viajes vidrio vinilo vino vintage
  visión vitamina voleibol vídeo wifi yoga zumo zurdos óptica`;
