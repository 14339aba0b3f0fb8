import { describe } from 'bun:test';
import { staysPlain, staysSensitive } from './language-cases.ts';

describe('Spanish that is about a crisis', () => {
  staysSensitive('crisis/self-harm', [
    'quiero morir',
    'me quiero morir',
    'quiero matarme',
    'no quiero vivir más',
    'ya no quiero seguir viviendo',
    'voy a suicidarme',
    'pensamientos suicidas',
    'mi amiga intentó suicidarse',
    'sobredosis de pastillas',
    'me corto los brazos',
    'autolesión',
    'autolesion',
    'mi hija es anoréxica',
    'bulimia',
    'trastornos alimenticios',
    'quitarme la vida',
  ]);
  staysSensitive('crisis/abuse', [
    'mi marido me pega',
    'mi novio me golpea',
    'me violaron',
    'violencia de género',
    'violencia domestica',
    'abuso sexual infantil',
    'mi padre abusó de mí',
  ]);
  staysSensitive('crisis/grief', [
    'mi madre murió',
    'mi perro murió ayer',
    'se murió mi abuela',
    'ha fallecido mi padre',
    'perdí a mi bebé',
    'aborto espontáneo',
    'flores para funeral',
    'mensaje de pésame',
    'tuvimos que sacrificar a nuestra gata',
    'estoy de luto',
  ]);
  staysSensitive('crisis/diagnosis', [
    'mi madre tiene cáncer',
    'cancer de mama',
    'quimioterapia',
    'mi abuelo tiene alzheimer',
    'enfermedad terminal',
    'cuidados paliativos',
    'leucemia infantil',
  ]);
});

describe('Spanish that is about nothing sensitive', () => {
  staysPlain([
    'me muero de hambre',
    'me muero de risa',
    'me muero por un helado',
    'matar el tiempo',
    'mar muerto',
    'naturaleza muerta',
    'día de muertos',
    'escuadrón suicida',
    'horóscopo cáncer',
    'signo cáncer mujer',
    'trópico de cáncer',
    'viuda negra disfraz',
    'se murió mi móvil',
    'mi teléfono murió',
    'perdí las llaves',
    'perdí 5 kilos',
    'me corto el pelo',
    'violín para niños',
    'color violeta',
    'comida para gatos',
    'juguetes para perros',
    'un vestido negro',
    'regalo para mi madre',
    'me pega este color',
    'ese bolso no me pega',
    'duelo de titanes',
    'zapatillas de correr',
    'portátil barato',
    'mata hormigas',
    'insecticida para cucarachas',
    'asesinato en el orient express',
    'bebé reborn muñeca',
  ]);
});
