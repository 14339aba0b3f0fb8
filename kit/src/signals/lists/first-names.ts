/**
 * Frequent first names of the languages that are read, without those that are also things, places or brands
 * (Rose, Austin, Dyson). Names that stand after "my name is" or "my sister" need no list.
 */
export const FIRST_NAME_LIST = `
  aaron adam adrian adriana afonso agustina alan albert alberto alejandra alejandro alessandra alessandro alessia
  alessio alex alexander alexandra alfonso alice alicia alvaro amanda amelie amparo amy ana andrea andreas andrew
  angela angelica anita ann anna anne annelies annika anouk anthony antoine antonella antonio arianna arjan arthur
  ashley augusto aurelie barbara bart bas beatrice beatriz ben benjamin benoit bernardo bernd bob bram brenda brian
  brigitte bruno caio camila camilla camille carla carlo carlos carmen carol carolina caroline catalina catarina
  catherine cecile cecilia cedric celine cesar charles chiara chloe chris christian christina christine christoph
  christopher claire clara claudia claudio cornelis craig cristiano cristina cynthia daan damien daniel daniela
  dario dave david davide debora deborah delphine denise dennis diana diego dieter diogo dirk domenico dominik
  donald donna dorothy douglas duarte edgar edmundo edoardo eduarda eduardo edward elena eline elisa elisabeth
  elizabeth elke ella ellen elodie emanuele emilia emiliano emilie emilio emily emma enrico enrique eric erik erika
  ernesto esteban estela esther eva evelien ezequiel fabiana fabien fabio fabrice fabricio fatima federica federico
  felipe felix femke ferdi fernanda fernando filipa filipe filippo flavia flavio floor florian francesca francesco
  francisca francisco francois frans franz fred frederic frederique friedrich gabriel gabriela gabriele gael gaelle
  gaia gary geert george gerald gerardo gerrit giacomo gianluca gianni gijs gilberto ginevra giorgia giorgio
  giovana giovanna giovanni giulia giulio giuseppe gloria goncalo gonzalo graciela greet greg gregoire gregory
  greta griet guilherme guillaume guillermo gustavo hannah hanneke hans harold harry heather hector heidi heinz
  heitor helder helen helena helene hendrik henk henrique henry hilde holger hugo ignacio ilaria ilse imke ineke
  ines inge ingrid irene isabel isabela isabella isabelle isadora ivan jaap jacob jacopo jacqueline jaime james jan
  jane janet javier jean jeff jeffrey jelle jennifer jenny jens jeremy jeroen jerome jesse jessica jim jimena
  joachim joan joana joao joaquim joaquin joe joel johannes john joke jonas jonathan joost jorge joris jos jose
  josefina joseph joshua juan juergen jules julia juliana julie julien juliette julio jurgen justin karel karen
  karim karin karl katharina katherine kathleen katja katrien kelly ken kenneth kerstin kevin klaus koen kris kyle
  laetitia larissa lars laura lauren laurent lea leandro lena leon leonardo leonie leticia liam lidia lien liesbeth
  lieve linda lisa lorena lorenzo lotte luana luca lucas lucia luciana luciano lucie ludovica luigi luis luisa luiz
  luiza lukas lurdes luuk maaike maarten magdalena maite manfred manoel manon manuel manuela marcela marcelo marcia
  marcio marco marcos margaret maria mariana maribel marie marieke marijke mario marion marisol mark markus marleen
  marloes marta martim martin martina mary mateo mateus matheus mathieu mathilde matilde matt matteo matthew
  matthias mauricio megan melanie melissa mia micaela michael michel michela michele michelle mieke miguel mike
  milena milou miriam mohamed monica monika murilo nadia nancy natalia natalie nathalie nathan nele nelson nicholas
  nick nicola nicolas nicolau nicole niels niklas nina noah noelia noemie noor nuno octavio odile oliver olivia
  orlando oscar otavio pablo paloma pamela paola paolo pascal patricia patricio patrick paul paula paulien pauline
  pedro peter petra phil philipp philippe pierre piet pieter pietro priscila quentin rachel rafael rafaela raffaele
  ralf ramon raquel raul raymond rebecca remco renan renata renato ricardo riccardo richard rik rita robert roberta
  roberto robin rocio rodrigo roel roger rogerio roland ronald rosana roxana ruben rui rutger ruth ruud ryan sabine
  salvatore samantha samuel samuele sandra sandrine sanne sara sarah saskia scott sean sebastian sebastiao
  sebastien sergio severine sharon silvana silvia simao simon simona simone sjoerd sofia solene sophia sophie
  stefan stefania stefanie stefano stephane stephanie stephen steve steven stijn susan susana susanne sven sylvain
  sylvie tanja tatiana telma teresa terry teun theo theresa thiago thibault thijs thomas tiago tijs tim timothy
  tine tineke tobias tom tomas tommaso tyler ulrich umberto ursula uwe vagner valentina valeria valerie valerio
  vanessa vasco veronica vicente victor victoria vincent vincenzo vinicius vitor vittorio viviana walter willem wim
  wolfgang wouter xander xavier ximena yann yara yolanda youri yves yvonne zoe`;

/** Brands and characters that begin with a first name. */
export const NAMED_THING_LIST = `
  harry-potter calvin-klein tommy-hilfiger ralph-lauren michael-kors paul-smith jean-paul taylor-swift max-mara
  marie-claire peter-rabbit thomas-cook martin-guitar ben-jerry dr-martens michael-jordan oliver-bonas karl-lagerfeld
  kate-spade jimmy-choo jack-wolfskin jo-malone bobbi-brown john-deere john-lewis`;
