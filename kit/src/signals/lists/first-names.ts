/**
 * Frequent first names of the languages that are read, without those that are also things, places or brands
 * (Rose, Austin, Dyson). Names that stand after "my name is" or "my sister" need no list.
 */
export const FIRST_NAME_LIST = `
  aaron adam adrian alan albert alejandro alex alexander alexandra alice alicia amanda amelie amy ana andrea andreas
  andrew angela anita ann anna anne annika antoine anthony antonio arthur ashley barbara beatriz ben benjamin bernd
  bob brenda brian brigitte bruno camille carla carlos carmen carol caroline catherine cecile charles chloe chris
  christian christina christine christoph christopher claire claudia clara craig cristina cynthia daniel daniela
  dave david deborah denise dennis diana diego dieter dominik donald donna dorothy douglas edward elena elisabeth
  elizabeth ella ellen emily emma emilie enrique eric erika erik ernesto esther eva felix fernando florian francisco
  francois franz fred frederic friedrich gabriel gabriela gary george gerald gloria greg gregory hans hannah harold
  harry heather heidi heinz helen helena henry holger ines ingrid isabel isabella jacob jacqueline james jan jane
  janet javier jean jeff jeffrey jennifer jenny jens jeremy jessica jim joachim joan joe joel johannes john jonas
  jonathan jorge jose joseph joshua juan juergen julia julie julien justin karen karin karl katharina katherine kathleen
  katja kelly ken kenneth kerstin kevin klaus kyle lars laura lauren lea lena leon leonie leonardo linda lisa liam lucas
  lucia lucie luis luisa lukas manfred manuel manuela margaret maria marie mario marion markus marta martin martina
  mary matt matteo matthew matthias megan melanie melissa mia michael michel michelle miguel mike miriam monika
  nancy natalie nathalie nathan nicholas nick nicolas nicole niklas nina noah oliver olivia oscar pablo pamela pascal
  patricia patrick paul paula pauline pedro peter petra philipp philippe phil pierre rachel rafael ralf ramon raquel raymond
  rebecca richard rita robert rocio roger roland ronald ruben ruth ryan sabine samantha samuel sandra sara sarah
  scott sean sebastian sergio sharon silvia simon simone sofia sophia sophie stefan stefanie stephanie stephen steve
  steven susan susanne sven sylvie tanja teresa terry theo theresa thomas tim timothy tobias tom tyler ulrich ursula
  uwe valentina valerie vanessa veronica vicente victor victoria vincent walter wolfgang yvonne zoe
  adriana afonso agustina alberto alejandra alfonso alvaro amparo antonella augusto bernardo bianca caio camila
  carolina catalina catarina cecilia cesar cristiano dario debora diogo duarte edgar edmundo eduarda eduardo elisa
  emilia emiliano emilio esteban estela ezequiel fabiana fabio fabricio fatima felipe fernanda filipa filipe flavia
  flavio francisca gael gerardo gilberto giovana gonzalo goncalo graciela guilherme gustavo guillermo hector heitor
  helder henrique hugo ignacio isabela isadora ivan jaime jimena joana joao joaquim joaquin josefina juliana julio
  larissa leandro leticia lidia lorena luana luciana luciano luiz luiza lurdes magdalena maite manoel marcela
  marcelo marcia marcio marcos mariana maribel marisol martim mateo mateus matilde matheus mauricio micaela milena
  monica murilo nadia natalia nelson nicolau noelia nuno octavio orlando otavio paloma patricio priscila rafaela
  raul renan renata renato ricardo rodrigo rogerio rosana roxana rui sebastiao silvana simao susana tatiana telma
  thiago tiago tomas vagner valeria vasco vinicius vitor viviana ximena yolanda`;

/** Brands and characters that begin with a first name. */
export const NAMED_THING_LIST = `
  harry-potter calvin-klein tommy-hilfiger ralph-lauren michael-kors paul-smith jean-paul taylor-swift max-mara
  marie-claire peter-rabbit thomas-cook martin-guitar ben-jerry dr-martens michael-jordan oliver-bonas karl-lagerfeld
  kate-spade jimmy-choo jack-wolfskin jo-malone bobbi-brown john-deere john-lewis`;
