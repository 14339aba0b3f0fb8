/**
 * Frequent first names of the languages that are read, without those that are also things, places or brands
 * (Rose, Austin, Dyson). Names that stand after "my name is" or "my sister" need no list.
 */
export const FIRST_NAME_LIST = `
  aaron adam adrian alan albert alejandro alessandra alessandro alessia alessio alex alexander alexandra alice alicia
  amanda amelie amy ana andrea andreas andrew angela angelica anita ann anna anne annika anthony antoine antonella
  antonio arianna arthur ashley aurelie barbara beatrice beatriz ben benjamin benoit bernd bob brenda brian brigitte
  bruno camilla camille carla carlo carlos carmen carol caroline catherine cecile cedric celine charles chiara chloe
  chris christian christina christine christoph christopher claire clara claudia claudio craig cristina cynthia damien
  daniel daniela dave david davide deborah delphine denise dennis diana diego dieter domenico dominik donald donna
  dorothy douglas edoardo edward elena elisa elisabeth elizabeth ella ellen elodie emanuele emilie emily emma enrico
  enrique eric erik erika ernesto esther eva fabien fabio fabrice federica federico felix fernando filippo florian
  francesca francesco francisco francois franz fred frederic frederique friedrich gabriel gabriela gabriele gaelle
  gaia gary george gerald giacomo gianluca gianni ginevra giorgia giorgio giovanna giovanni giulia giulio giuseppe
  gloria greg gregoire gregory greta guillaume hannah hans harold harry heather heidi heinz helen helena helene henry
  holger hugo ilaria ines ingrid irene isabel isabella isabelle jacob jacopo jacqueline james jan jane janet javier
  jean jeff jeffrey jennifer jenny jens jeremy jerome jessica jim joachim joan joe joel johannes john jonas jonathan
  jorge jose joseph joshua juan juergen julia julie julien juliette justin karen karim karin karl katharina katherine
  kathleen katja kelly ken kenneth kerstin kevin klaus kyle laetitia lars laura lauren laurent lea lena leon leonardo
  leonie liam linda lisa lorenzo luca lucas lucia lucie ludovica luigi luis luisa lukas manfred manon manuel manuela
  marco margaret maria marie mario marion markus marta martin martina mary mathieu mathilde matt matteo matthew
  matthias megan melanie melissa mia michael michel michela michele michelle miguel mike miriam mohamed monica monika
  nadia nancy natalie nathalie nathan nicholas nick nicola nicolas nicole niklas nina noah noemie odile oliver olivia
  oscar pablo pamela paola paolo pascal patricia patrick paul paula pauline pedro peter petra phil philipp philippe
  pierre pietro quentin rachel rafael raffaele ralf ramon raquel raymond rebecca riccardo richard rita robert roberta
  roberto rocio roger roland ronald ruben ruth ryan sabine salvatore samantha samuel samuele sandra sandrine sara
  sarah scott sean sebastian sebastien sergio severine sharon silvia simon simona simone sofia solene sophia sophie
  stefan stefania stefanie stefano stephane stephanie stephen steve steven susan susanne sven sylvain sylvie tanja
  teresa terry theo theresa thibault thomas tim timothy tobias tom tommaso tyler ulrich umberto ursula uwe valentina
  valerie valerio vanessa veronica vicente victor victoria vincent vincenzo vittorio walter wolfgang xavier yann yves
  yvonne zoe`;

/** Brands and characters that begin with a first name. */
export const NAMED_THING_LIST = `
  harry-potter calvin-klein tommy-hilfiger ralph-lauren michael-kors paul-smith jean-paul taylor-swift max-mara
  marie-claire peter-rabbit thomas-cook martin-guitar ben-jerry dr-martens michael-jordan oliver-bonas karl-lagerfeld
  kate-spade jimmy-choo jack-wolfskin jo-malone bobbi-brown john-deere john-lewis`;
