import { describe } from 'bun:test';
import { staysPlain, staysSensitive } from './language-cases.ts';

describe('an exception does not hide a crisis that begins like it', () => {
  staysSensitive('crisis/self-harm', [
    'an overdose of sleeping pills',
    'I cut myself on my thighs',
    'he killed himself over a breakup',
    'I want to die for real',
    'suicide squad made me think of suicide again',
    'I have no reason to live',
  ]);
  staysSensitive('crisis/abuse', [
    'he beat me in front of the kids',
    'he beat me at home every weekend',
    'my father beat me to a pulp',
    'he hit me with a bottle',
    'my husband hit me hard',
    'my husband will kill me if I leave him',
    'my ex will kill me when he finds me',
    'my uncle touched me with his hands',
    'mein Mann schlägt mich vor den Kindern',
    'mon mari me bat au visage',
    'mon mari m’a battue en public',
    'me pega con un palo',
    'mi marido me pega con el cinturón',
  ]);
  staysSensitive('crisis/grief', [
    'my mom’s dead',
    'we had to put her down on the 5th',
    'my phone died and my dad died',
  ]);
  staysSensitive('crisis/diagnosis', [
    'is this a sign of breast cancer',
    'Leo has cancer',
    'was kann man bei Krebs essen',
    'premier signe d’un cancer',
    'signos de cáncer',
    'my wife is a cancer patient',
  ]);
});

describe('words that mean something else in another language or trade are not sensitive', () => {
  staysPlain([
    'an odd number of socks',
    '30,000 kms on the odometer',
    'dog grooming kit',
    'hearing aids',
    'fromage râpé',
    'filetes de rape',
    'bass viol strings',
    'H.264 AVC encoder',
    'the heroine of the novel',
    'my phone is about to die',
    'I want to watch die hard tonight',
    'how do I kill all child processes in bash',
    'the child process was killed',
    'my dad’s car died',
    'lost my dad’s watch',
    'she hits me up every weekend',
    'end of life of windows 10? time to live of a record',
    'Parkinson’s law',
  ]);
});
