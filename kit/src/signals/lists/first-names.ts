/**
 * Frequent first names of the languages that are read, without those that are also things, places or brands
 * (Rose, Austin, Dyson). Names that stand after "my name is" or "my sister" need no list.
 */
export const FIRST_NAME_LIST = `
  aaron adam adrian alan albert alejandro alex alexander alexandra alice alicia amanda amelie amy ana andrea
  andreas andrew angela anita ann anna anne annelies annika anouk anthony antoine antonio arjan arthur ashley
  barbara bart bas beatriz ben benjamin bernd bob bram brenda brian brigitte bruno camille carla carlos carmen
  carol caroline catherine cecile charles chloe chris christian christina christine christoph christopher claire
  clara claudia cornelis craig cristina cynthia daan daniel daniela dave david deborah denise dennis diana diego
  dieter dirk dominik donald donna dorothy douglas edward elena eline elisabeth elizabeth elke ella ellen emilie
  emily emma enrique eric erik erika ernesto esther eva evelien felix femke ferdi fernando floor florian francisco
  francois frans franz fred frederic friedrich gabriel gabriela gary geert george gerald gerrit gijs gloria greet
  greg gregory griet hannah hanneke hans harold harry heather heidi heinz helen helena hendrik henk henry hilde
  holger ilse imke ineke ines inge ingrid isabel isabella jaap jacob jacqueline james jan jane janet javier jean
  jeff jeffrey jelle jennifer jenny jens jeremy jeroen jesse jessica jim joachim joan joe joel johannes john joke
  jonas jonathan joost jorge joris jos jose joseph joshua juan juergen jules julia julie julien jurgen justin
  karel karen karin karl katharina katherine kathleen katja katrien kelly ken kenneth kerstin kevin klaus koen
  kris kyle lars laura lauren lea lena leon leonardo leonie liam lien liesbeth lieve linda lisa lotte lucas lucia
  lucie luis luisa lukas luuk maaike maarten manfred manuel manuela margaret maria marie marieke marijke mario
  marion mark markus marleen marloes marta martin martina mary mathilde matt matteo matthew matthias megan melanie
  melissa mia michael michel michelle mieke miguel mike milou miriam monika nancy natalie nathalie nathan nele
  nicholas nick nicolas nicole niels niklas nina noah noor oliver olivia oscar pablo pamela pascal patricia
  patrick paul paula paulien pauline pedro peter petra phil philipp philippe pierre piet pieter rachel rafael ralf
  ramon raquel raymond rebecca remco richard rik rita robert robin rocio roel roger roland ronald ruben rutger
  ruth ruud ryan sabine samantha samuel sandra sanne sara sarah saskia scott sean sebastian sergio sharon silvia
  simon simone sjoerd sofia sophia sophie stefan stefanie stephanie stephen steve steven stijn susan susanne sven
  sylvie tanja teresa terry teun theo theresa thijs thomas tijs tim timothy tine tineke tobias tom tyler ulrich
  ursula uwe valentina valerie vanessa veronica vicente victor victoria vincent walter willem wim wolfgang wouter
  xander yara youri yvonne zoe`;

/** Brands and characters that begin with a first name. */
export const NAMED_THING_LIST = `
  harry-potter calvin-klein tommy-hilfiger ralph-lauren michael-kors paul-smith jean-paul taylor-swift max-mara
  marie-claire peter-rabbit thomas-cook martin-guitar ben-jerry dr-martens michael-jordan oliver-bonas karl-lagerfeld
  kate-spade jimmy-choo jack-wolfskin jo-malone bobbi-brown john-deere john-lewis`;
