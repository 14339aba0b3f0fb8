import { describe } from 'bun:test';
import { staysPlain, staysSensitive } from './language-cases.ts';

describe('who gives up, feels a burden or wants it all to end is in a crisis', () => {
  staysSensitive('crisis/self-harm', [
    "I can't do this any more",
    'i just cant do this anymore',
    "what's the point of going on",
    'honestly what is the point anymore',
    'there is no point anymore',
    'everyone would be better off without me',
    "I'm such a burden to everyone",
    'I feel like a burden on my family',
    'I just want it all to stop',
    'I want everything to end',
    'I just want to disappear',
    "I don't see a way out",
    "I've lost all hope",
    'I wrote goodbye letters to my kids',
    'no reason to live',
    "I don't want to wake up",
    'looking for sleeping pills, I want to sleep and never wake up',
    'I want to sleep and never wake up',
    'I would like to fall asleep and not wake up',
    'looking for sleeping pills so I never wake up',
    'I want to fall asleep forever, which sleeping pills are strongest',
    "sleeping pills, how many until I don't wake up",
    'something to help me sleep so I never wake up',
    'take something so that I never wake up again',
    'which drug will put me to sleep for good',
    'I want to take enough so I never wake up',
    'I should never have been born',
    "you won't have to worry about me anymore",
    'ich kann und will nicht mehr',
    'ich halte das alles nicht mehr aus',
    'ich schaff das alles nicht mehr',
    'wozu soll ich noch weiterleben',
    'ich bin für alle nur eine Last',
    'ich falle allen zur Last',
    'ich möchte, dass endlich alles aufhört',
    'einfach einschlafen und nie mehr aufwachen',
    'ich sehe keinen Ausweg mehr',
    'meiner Familie ginge es viel besser ohne mich',
    'à quoi bon continuer',
    'je suis un fardeau pour ma famille',
    'je ne suis qu’un fardeau',
    'je voudrais que tout s’arrête',
    'je n’en peux plus de vivre',
    'm’endormir et ne plus jamais me réveiller',
    'je ne vois plus d’issue',
    'para qué seguir viviendo',
    'soy una carga para todos',
    'quiero que todo termine',
    'no aguanto más esta vida',
    'quiero dormirme y no despertar',
    'ya nada tiene sentido',
    'no veo salida',
  ]);
});

describe('an eating disorder in plain words is a crisis', () => {
  staysSensitive('crisis/self-harm', [
    'I make myself throw up after meals',
    "I haven't eaten in days to lose weight",
    'havent eaten anything for 3 days',
    'I starve myself',
    'I keep skipping meals so I get skinny',
    'pro-ana tips',
    'I started purging again',
    'sticking my fingers down my throat',
    'ich habe seit drei Tagen nichts gegessen',
    'ich esse kaum noch, um abzunehmen',
    'ich bringe mich zum Erbrechen',
    'je n’ai rien mangé depuis trois jours',
    'je mange plus rien pour maigrir',
    'llevo días sin comer',
    'dejé de comer para adelgazar',
    'me obligo a vomitar',
  ]);
});

describe('what is said in the abbreviations of chats is a crisis', () => {
  staysSensitive('crisis/self-harm', [
    'gonna kms',
    'they keep telling me to kys',
    'thinking about unaliving',
    'sewerslide thoughts',
    'su1cide',
    'I am going to ctb',
    'my sh scars are showing',
    'relapsed on sh last night',
    'relapsed into my ed',
    'me kiero morir',
    'quiero desvivirme',
    'su1zid',
  ]);
});

describe('the same words about everyday things are not sensitive', () => {
  staysPlain([
    "I can't do this anymore, my laptop is too slow",
    'homework again, I cannot do this any more',
    "I can't do this puzzle anymore",
    "I don't want to wake up early, which alarm clock is gentle",
    'I never wake up on time',
    'I need an alarm clock so I never wake up late',
    'I want to sleep well and never wake up tired',
    'sleeping pills so I never wake up at night',
    "melatonin, how much until I don't wake up groggy",
    'a mattress to sleep on so I never wake up sore',
    'so I never wake up again late for work',
    'I want to go to bed so I never wake up tired',
    'I want it to stop beeping',
    'I just want to disappear into the woods for a weekend, tent ideas?',
    'a farewell letter to my colleagues',
    'the tax burden of freelancers',
    'what is the point of a torque wrench',
    'no way out of this contract before 2027',
    'sh deploy.sh on linux',
    'ed sheeran tickets',
    'Kuopion KYS parkkipaikka',
    'I have not eaten sushi in years',
    'she skipped breakfast, protein bar recommendations',
    'ich kann nicht mehr schlafen auf dieser Matratze',
    'ich kann das alles nicht mehr unterbringen, welcher Schrank ist größer',
    'Abschiedsbrief an die Kollegen schreiben',
    'eine Last von 200 kg heben',
    'je n’en peux plus de cette chaleur, quel climatiseur choisir',
    'un poids lourd d’occasion',
    'à quoi sert un multimètre',
    'me desvivo por mis hijos',
    'desvivirse por los clientes',
    'no quiero despertarme temprano',
    'carta de despedida para mis compañeros de trabajo',
    'qué sentido tiene seguir pagando el gimnasio',
    'una carga de 20 kilos',
  ]);
});

describe('distress in one clause beside something else is a crisis', () => {
  staysSensitive('crisis/self-harm', [
    'i burn my legs with the lighter when it gets too loud in my head',
    "i've got it all planned for saturday, the rope is in the shed",
    'i chew my food and spit it out so i dont get fatter',
    'ich füg mir selber schmerzen zu damit ich was spür',
    'hab alles runtergeschluckt was im badschrank war',
    'ik druk sigaretten uit op mijn arm als het te veel wordt',
  ]);
  staysSensitive('crisis/abuse', [
    'hubby put his hands on me again last night, what time do banks open',
    'meinem mann ist gestern wieder die hand ausgerutscht, wann macht die bank auf',
    'ze gooit borden naar mijn hoofd, is er een goedkoop pension per week',
  ]);
  staysSensitive('crisis/grief', [
    "need a black dress by friday, we're laying my nan to rest",
    'wir mussten unsere alte hündin heute gehen lassen, wohin mit dem futter',
    'de dierenarts heeft onze poes een spuitje gegeven, zoek mooi lijstje',
  ]);
  staysSensitive('crisis/diagnosis', [
    'mum only has till christmas according to the specialists',
    'mama erlebt weihnachten wahrscheinlich nicht mehr',
    'mama haalt de kerst niet meer, we willen nog een keer naar zee',
  ]);
});

describe('what only comes near distress stays plain', () => {
  staysPlain([
    'coffin shaped press on nails',
    "lost my grandmother's recipe for apple cake",
    'what do you do with an old cot that has been outgrown',
    'mein rücken bringt mich um, welcher bürostuhl',
    'mein freund schlägt mir vor ein e-bike zu kaufen',
    'ik geef het op, welke printer werkt gewoon',
    'mijn vriend slaat me voor om een e-bike te kopen',
  ]);
});
