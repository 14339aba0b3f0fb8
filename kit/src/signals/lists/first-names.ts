/**
 * Frequent first names of the languages that are read, without those that are also things, places or brands
 * (Rose, Austin, Dyson). Names that stand after "my name is" or "my sister" need no list.
 */
export const FIRST_NAME_LIST = `
  aaron adam adrian alan albert alejandro alessandra alessandro alessia alessio alex alexander alexandra alice
  alicia amanda amelie amy ana andrea andreas andrew angela angelica anita ann anna anne annelies annika anouk
  anthony antoine antonella antonio arianna arjan arthur ashley aurelie barbara bart bas beatrice beatriz ben
  benjamin benoit bernd bob bram brenda brian brigitte bruno camilla camille carla carlo carlos carmen carol
  caroline catherine cecile cedric celine charles chiara chloe chris christian christina christine christoph
  christopher claire clara claudia claudio cornelis craig cristina cynthia daan damien daniel daniela dave david
  davide deborah delphine denise dennis diana diego dieter dirk domenico dominik donald donna dorothy douglas
  edoardo edward elena eline elisa elisabeth elizabeth elke ella ellen elodie emanuele emilie emily emma enrico
  enrique eric erik erika ernesto esther eva evelien fabien fabio fabrice federica federico felix femke ferdi
  fernando filippo floor florian francesca francesco francisco francois frans franz fred frederic frederique
  friedrich gabriel gabriela gabriele gaelle gaia gary geert george gerald gerrit giacomo gianluca gianni gijs
  ginevra giorgia giorgio giovanna giovanni giulia giulio giuseppe gloria greet greg gregoire gregory greta griet
  guillaume hannah hanneke hans harold harry heather heidi heinz helen helena helene hendrik henk henry hilde
  holger hugo ilaria ilse imke ineke ines inge ingrid irene isabel isabella isabelle jaap jacob jacopo jacqueline
  james jan jane janet javier jean jeff jeffrey jelle jennifer jenny jens jeremy jeroen jerome jesse jessica jim
  joachim joan joe joel johannes john joke jonas jonathan joost jorge joris jos jose joseph joshua juan juergen
  jules julia julie julien juliette jurgen justin karel karen karim karin karl katharina katherine kathleen katja
  katrien kelly ken kenneth kerstin kevin klaus koen kris kyle laetitia lars laura lauren laurent lea lena leon
  leonardo leonie liam lien liesbeth lieve linda lisa lorenzo lotte luca lucas lucia lucie ludovica luigi luis
  luisa lukas luuk maaike maarten manfred manon manuel manuela marco margaret maria marie marieke marijke mario
  marion mark markus marleen marloes marta martin martina mary mathieu mathilde matt matteo matthew matthias megan
  melanie melissa mia michael michel michela michele michelle mieke miguel mike milou miriam mohamed monica monika
  nadia nancy natalie nathalie nathan nele nicholas nick nicola nicolas nicole niels niklas nina noah noemie noor
  odile oliver olivia oscar pablo pamela paola paolo pascal patricia patrick paul paula paulien pauline pedro peter
  petra phil philipp philippe pierre piet pieter pietro quentin rachel rafael raffaele ralf ramon raquel raymond
  rebecca remco riccardo richard rik rita robert roberta roberto robin rocio roel roger roland ronald ruben rutger
  ruth ruud ryan sabine salvatore samantha samuel samuele sandra sandrine sanne sara sarah saskia scott sean
  sebastian sebastien sergio severine sharon silvia simon simona simone sjoerd sofia solene sophia sophie stefan
  stefania stefanie stefano stephane stephanie stephen steve steven stijn susan susanne sven sylvain sylvie tanja
  teresa terry teun theo theresa thibault thijs thomas tijs tim timothy tine tineke tobias tom tommaso tyler ulrich
  umberto ursula uwe valentina valerie valerio vanessa veronica vicente victor victoria vincent vincenzo vittorio
  walter willem wim wolfgang wouter xander xavier yann yara youri yves yvonne zoe`;

/** Brands and characters that begin with a first name. */
export const NAMED_THING_LIST = `
  harry-potter calvin-klein tommy-hilfiger ralph-lauren michael-kors paul-smith jean-paul taylor-swift max-mara
  marie-claire peter-rabbit thomas-cook martin-guitar ben-jerry dr-martens michael-jordan oliver-bonas karl-lagerfeld
  kate-spade jimmy-choo jack-wolfskin jo-malone bobbi-brown john-deere john-lewis`;
