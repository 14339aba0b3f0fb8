import { describing } from './fr-describing.ts';
import type { LanguageFile } from './language.ts';

export const fr: LanguageFile = {
  code: 'fr',
  letters: 'àâæçéèêëîïôœùûü',
  joiners: 'de du d à au aux en',
  idioms: `en cours, en cours de, au cours de/du, en cas, mis au placard, au placard, dans le panneau, goutte à goutte, de temps en temps, tout le monde, en train de, en plein, coup de main, mise en page, à la maison, à ce prix, en ce moment, tout à fait, en cas de, bon marché, bien sûr, par exemple, mot de passe, en ligne, mon mail`,
  stop: `a abord absolument achat acheter achetez achetons acheté achète achètent achètera achèterais achètes
    actuellement afin ai aide aider aille ailleurs aime aimerais aimerait ainsi aller alors année ans apparemment
    apprendre appris après arnaque arrive arrivent arriver arrivé arrivée as assez au aucun aucune aujourdhui auquel
    aussi autant autour autre autres aux avais avant avec avez avoir avons ayant bah balles bas beau beaucoup belle
    ben besoin bien bon bonjour bonne bonnes bons bonsoir boulot bref bu but c car ce cela celle celle-ci celles
    celui celui-ci cent ces cest cet cette ceux change changer chaque cher cherchais cherchait cherche chercher
    cherchons chers chez choisir chose choses chère chères ci cinq colis combien commande commander comme commence
    commencer comment comprendre compris compte connais connaissez connaît connecter conseille conseiller conseillez
    conseils content contre coup couru coûte coûtent coûter crois croit cuire côté d dans de dedans dehors demain
    demande demander depuis dernière derrière des dessous dessus deux devant devez devrais difficile différence dire
    dis disent dit dites dix dois dois-je doit doivent donc donne donner donnez donné dont dormi du dès débute déjà
    dépense dépenser elle elles en encore enfin entre environ es est et eu euh eur euro euros eux explique facile
    facilement facture faire fais fait fallait faudra faudrait faut faut-il femme fera ferais ferait fois fonctionne
    font franchement g gars genre gosse gosses grand grande gros grosse génial général h haha hein hello hier homme
    huit ici idée il ils impossible j jai jamais je joli jolie jouer jour jours joué jusqu jusque juste l la laisse
    laisser laissez laquelle le lequel les lesquels leur leurs lieu lol lu lui là là-bas léger légère m ma machin
    madame magasin maintenant mais mal mangé marche marchent marqué mauvais mauvaise max maxi maximum mdr me mec
    meilleur meilleure meilleures meilleurs merci mes met mets mettez mettre meuf mieux mille minimum mis moi moins
    mois moment mon monsieur montre-moi montrez mort mot même mêmes n nai nan ne neuf neuve ni non normalement nos
    notre nous nouveau nouveaux nouvel nouvelle nouvelles nul nécessaire offert offrir on ont ou ouais oui où paie
    panne par parce pareil parfait parfois parle pas passe passer passé payer payé pendant pensais pense penses
    pensez perdu petit petite petites petits peu peut peuvent peux phrase plein pleine pls plus plusieurs plutôt
    possible pote potes pour pourquoi pourrais pourriez pouvez pouvoir prendrai prendre prends presque pris prix
    promo promos promotion propose proposer propre près puis puis-je qu quand quatre que quel quelle quelles quelqu
    quelque quelques quels qui quil quoi rapidement recommandation recommande recommander recommandez reste restent
    retourner reçu rien ruiner s s'il sa sais sait salut sans sauf savez savoir savons se selon semaine sent sentir
    sept sera serait sers sert servent servir ses seulement si sinon six soit solde soldes son sont sorte soudain
    sous souvent stp suis suite super sur surtout svp sûr t ta tantôt tard te tel tellement temps tenir tes tient
    toi ton toujours tous tout toute toutes traduis travail trente trois trop trouve trouver trouvé truc trucs très
    tu type tôt un une utile vais vas vaut vendez vendu venir verrai vers versus veulent veut veux vieille viennent
    vient vieux vingt vit vite vivre voici voient voilà voir vois voit vos votre voudrais voudrait voudrions
    voulaient voulais voulait voulez voulons vous voyons vrai vraie vraies vraiment vrais vs vu véritable y à ça
    écris écrit étais était éteint été évidemment être`,
  notGoods: `poème recette recettes idée idées aide blague histoire texte lettre nom conseil conseils réponse explication
    traduction résumé temps météo boulot ami pause compte colis commande abonnement remboursement argent capitale
    théorie mot phrase question travail envie problème livraison moment`,
  people: `mère père maman papa femme mari copine copain fille fils frère sœur enfant enfants bébé amie ami parents
    conducteur étudiant étudiants débutant chiot indépendant homme grand-mère`,
  parts: 'machine appareil pompe box location panneau fer',
  describing,
  softeners: `un une des le la les l du de d nouveau nouvelle nouveaux nouvel bon bonne bons bonnes meilleur meilleure petit
    petite grand grande mon ma mes me nous moi vraiment deux trois quatre vrai vraie vrais vraies véritable joli jolie beau belle`,
  prepositions: 'pour avec dans sur chez en sans par sous',
  request: `trouve pas, trouve jamais, cherche, cherchons, recherche, besoin d/de, il me/nous faut, faudrait, voudrais, veux, aimerais, acheter,
    recommander, recommandez, recommande, conseiller, conseille, montre moi, montrez moi, bonne, bon, meilleur,
    meilleure, meilleurs, quel, quelle, quels, quelles, promos/promo/soldes sur, combien coûte/coûtent, y a il,
    avez vous, vous avez, vendez vous, où acheter, où trouver, alternative à, un, une, des`,
  mild: 'bonne bon meilleur meilleure meilleurs quel quelle quels quelles un une des',
  intents: {
    support_request: {
      strong: `été débité/facturé, débité deux fois, livré * en moins, m a livré, m ont livré, on m a livré, mauvaise taille, mauvais article, mauvaise couleur, pas la bonne taille/couleur, de la daube, de la merde, camelote, m a lâché, nous a lâché, lâché au bout, morts en, mort en, morte en,
        morte au bout, mort au bout, cassé au bout, cassée au bout, tombé en panne, tombée en panne, ne démarre plus/pas, ne charge plus/pas,
        ne s allume plus/pas, ne chauffe plus/pas, ne refroidit plus/pas, ne tient pas, fait un bruit, fait du bruit, n imprime plus,
        j ai été débité, rendez moi, rétractation, sav, service après-vente, réclame, litige, jamais reçu, jamais arrivé/arrivée,
        ne répondent pas, ne répond pas, ma/mon * fuit/clignote/plante/bugue/siffle/coule/grince, plante avec, s est cassé/cassée,
        s est décollé/décollée, se sont décollées/décollés, il manque une pièce, n est pas/jamais arrivé/arrivée, ma réservation/facture/livraison, pourquoi mon/ma, échange, renvoi,
        pièce détachée, comment modifier/changer/annuler/désactiver/supprimer mon/ma/mes, n arrive pas à,
        ne se connecte, est arrivé/arrivée, personne ne me, ne me répond, télécharger ma, la/ma facture, pas reçu,
        n ai pas reçu, aucune réponse, personne ne répond, ne s éteint, semaines/jours de retard, de retard,
        mon/ma * ne * plus, en panne, remboursement, rembourser, retourner, renvoyer, ma commande, mon colis,
        mon compte, mot de passe, mon abonnement, résilier, annuler, ne marche plus/pas, ne fonctionne plus/pas,
        ne s allume, pas arrivé, toujours pas arrivé/reçu, cassé, cassée, défectueux, service client, où est ma/mon,
        impossible de me connecter, me connecter, numéro de suivi, réparer, réinitialiser, code erreur,
        message d erreur, erreur, débité, abîmé, ne fait plus`,
      weak: 'problème avec, garantie, réclamation, livraison',
    },
    objection_handling: {
      strong: `ça se justifie, se justifie, sérieusement, c est sérieux, fiable ou pas, peut on faire confiance, on peut faire confiance, faire confiance à, ça a un sens, raisonnable de, c est du marketing, du marketing, un argument marketing, vraiment utile, utile ou, sert vraiment, ça sert à quelque chose,
        vraiment indispensable, attrape-nigaud, attrape nigaud, un peu cher, je me tâte, convaincs moi, convainquez moi, mérite son prix,
        pas donné, trop d argent, jeter l argent par, payer autant, mettre autant, mettre * euros dans, du vent, ou du pipeau, pipeau,
        des avis négatifs, je doute, j ai des doutes, ne sais pas si, rentable, sceptique, méfie, inconvénients, à ce prix, pour ce prix, plus tard peut-être,
        non merci, pas intéressé/intéressée, et si, pourquoi si cher, gadget, surcoté, j hésite, peur que, douteux,
        j en ai vraiment besoin, en ai vraiment besoin, autant d argent, parle à ma/mon, parler à ma/mon, du vol,
        hors de prix, me fait peur, exagéré, trop cher, trop chère, trop d argent, vaut le coup,
        vaut vraiment le coup, vaut la peine, ça vaut, pas sûr, pas sûre, arnaque, fiable, hors budget,
        pas les moyens, je vais réfléchir, réfléchir, pas convaincu, pas convaincue, vraiment besoin, mauvais avis,
        pas confiance, hésite`,
      weak: 'cher, doute, doutes',
    },
    comparison: {
      strong: `plutôt * ou, ou à, ou avec, ou sans, ou bien, mieux vaut, vaut mieux, vaut il mieux, le mieux entre, que choisir entre, choisir entre, hésite entre, j hésite entre, qu est ce qui est, lequel consomme/dure/coûte, revient moins cher, vs, versus, différence entre,
        différence, différences, comparer, compare, comparaison, comparatif, comparé à, meilleur que, mieux que,
        lequel est, laquelle est, lequel des, lequel, laquelle, est mieux, par rapport à, alternative à,
        alternatives, avantages et inconvénients`,
      weak: 'mieux, alternative',
    },
    purchase_inquiry: {
      strong: `trouve pas de/d, trouve jamais de/d, trouve plus de/d, il nous faut, on a besoin, nous manque, il me manque, me manque un/une/des, on cherche, on voudrait, j aurais besoin, aurais besoin d/de,
        il nous faudrait, il me faudrait, m acheter, s acheter, lui offrir, à offrir, tu me conseilles, vous me conseillez, que me conseillez,
        tu connais un/une, une idée de cadeau, idées cadeaux, idée cadeau, quelle marque, quel modèle, où je trouve, où je peux trouver/acheter, dispo,
        ne dépasse pas, un devis, pas trop cher, pas trop chère, pas trop chers, bon rapport qualité prix, rapport qualité prix, grand max, abordable,
        tu vois quoi, tu aurais un/une, vous auriez un/une, auriez vous, t as un/une, je veux un/une/des, cherche, cherchons, recherche, acheter, achat, commander,
        je commande, recommander, recommandez, recommandes, conseiller, conseillez, conseilles, combien coûte,
        combien coûtent, quel prix, à quel prix, promo, promos, soldes, pas cher, pas chère, pas chères, pas chers,
        moins cher, réduction, en stock, montre moi, avez vous, vous avez, vendez vous, je le prends, je la prends,
        je les prends, je prends, je paie, payer, au panier, besoin d un/une, besoin de, il me faut,
        voudrais un/une/des, veux un/une/des, aimerais un/une/des, cadeau pour, quel/quelle/quels/quelles * choisir`,
      weak: `voudrais, veux, meilleur, meilleure, choisir, en noir, en rouge, plus petit, bonne, bon`,
    },
    information_seeking: {
      strong: `comment faire, ça marche vraiment, comment se, comment laver/nettoyer/entretenir/enlever/détartrer/choisir/utiliser, à quoi sert,
        à quoi ça sert, est ce normal, c est normal, combien de fois, tous les combien, quelle quantité, à quelle température, c est vrai que,
        est ce vrai, est ce dangereux, peut on, peut il, on peut, faut il, dois je, raconte moi, aide moi à, rédige, calcule, accorde, conjugue, corrige, comment on, comment fait on, qui a, veux/voudrais/aimerais apprendre/savoir/comprendre,
        c est quoi, comment fonctionne, comment ça marche, que veut dire, que signifie, veut dire, pourquoi,
        combien de temps, combien de, qui est/a/était, quand est/a, explique, expliquez, écris, traduis, traduire,
        résume, raconte, quel temps, capitale, recette, la météo`,
      weak: 'qu est, quelle est la/le, quel est le/la, comment, quoi, est ce',
    },
  },
  trouble: `vibre tremble fume siffle grince couine bipe bip goutte coule chauffe disjoncte coince coincé coincée bugue rame redémarre déchargé décolle décollé décollée décollées décollés troué trouée rouille rouillé rouillée moisi pue grésille sature lâche lâché éteint crame saute affiche cassé cassée brûlé fuit panne bloqué bloquée manque manquait déchiré abîmé abîmée retard rayé clignote surchauffe
    plante faux erreur perdu fissuré`,
  definite: 'mon ma mes notre nos le la les ce cette votre vos vieux vieille',
  comparatives: 'plus moins mieux meilleur meilleure',
  behaviours: {
    urgency: `aujourd hui, aujourdhui, ce soir, demain, cette semaine, ce week-end, urgent, rapidement, vite, tout de suite,
      avant vendredi/samedi/dimanche/lundi/noël`,
    deal_seeking: 'promo, promos, promotion, soldes, réduction, bon plan, code promo',
    price_sensitive: 'pas cher, pas chère, pas chers, pas chères, moins cher, bon marché',
    gift: 'cadeau, cadeaux, anniversaire, noël',
    ready_to_buy: `je le prends, je la prends, je les prends, je prends, je commande, je l achète, ajouter au panier, au panier,
      comment je paie, comment payer, passer commande`,
    where_to_buy: `où acheter, où trouver, où puis je acheter, combien coûte, combien coûtent, à quel prix, en stock`,
  },
  topicChange: `autre question, autre chose, au fait, laisse tomber, peu importe, non merci, sinon`,
  references: 'le la les ça celui celle ceux celles lequel laquelle moins plus',
  comparing: { or: 'ou vs versus', between: 'entre', and: 'et', than: 'que' },
  questions: 'est sont peut puis as qui que quand pourquoi comment où combien',
  excludes: 'sauf, plutôt que, au lieu de/d, déjà un/une, à part',
  negators: 'pas sans sauf aucun aucune jamais ni rien',
  wishes: 'de d du des en la le les avec un une plus à l veux',
  feelings: {
    positive: `trop bien, adore, génial, géniale, excellent, fantastique, magnifique, merveilleux, merci beaucoup, content,
      contente, heureux, heureuse, ravi, ravie, 😊, 😍, 👍, ❤`,
    negative: `personne ne me, abîmé, brûlé, autant d argent, du vol, de retard, déteste, horrible, affreux, nul, nulle,
      mauvais, déçu, déçue, décevant, colère, énervé, triste, en panne, cassé, trop cher, arnaque, rien ne marche,
      ne marche plus, ne marche pas, ne fonctionne pas, ne fonctionne plus, pas arrivé, impossible de, inadmissible,
      honte, merde, catastrophe, inquiet, stressé, marre, 😡, 😢, 😭, 👎`,
    praise: 'super, parfait, parfaite, bien, bon, cool, merci, top',
  },
  price: {
    max: `au-dessous de, en-dessous de, pas au-dessus de, pas plus cher que/de, moins de, à moins de, pour moins de,
      jusqu à, jusque, maximum, max, maxi, au maximum, au plus, pas plus de, sous, inférieur à, en dessous de,
      ne dépasse pas, ne pas dépasser, sans dépasser, pas au dessus de, plafond de, <, ≤, < =, limite de,
      moins cher que`,
    min: `au-dessus de, plus de, à partir de, au moins, minimum, dès, supérieur à, au dessus de, au minimum,
      pas moins de, >, ≥, > =`,
    maxAfter: `maximum, max, maxi, au maximum, au plus, ou moins, grand maximum, grand max, tout compris, gros maximum, grand grand max, de budget, à dépenser, pas plus`,
    minAfter: 'ou plus, minimum, au moins, et plus, au minimum, +',
    budget: 'budget, budget de, budget est de, budget d, dépenser, mon budget est de',
    have: 'ai que, j ai, ai, nous avons, on a',
    between: 'entre, de, dans les',
    to: 'à, -, –, jusqu à',
    and: 'et, à, -, –',
    about: 'environ, autour de, vers, à peu près, dans les, ~, aux alentours de, presque, près de',
    aboutAfter: 'environ, à peu près, et quelques',
    fillers: 'de d est : = à les des environ',
    told: 'payé, gagne, a coûté, débité, salaire, économisé, livraison',
    labels: 'taille, âge, depuis, numéro, page, version, année, enfants, iphone, en, windows',
    units: `km kilomètres mètres m heures heure h minutes min secondes jours jour semaines mois ans an années kg kilos
      grammes g pouces pouce cm mm go to litres l ml watts pourcent personnes personne degrés pages pièces étoiles
      fois chevaux kcal`,
    per: 'par mois/an/nuit/personne/jour/semaine, le mois, au total',
  },
  numbers: {
    dix: 10,
    quinze: 15,
    vingt: 20,
    trente: 30,
    quarante: 40,
    cinquante: 50,
    soixante: 60,
    'soixante-dix': 70,
    'quatre-vingts': 80,
    'quatre-vingt': 80,
    'quatre-vingt-dix': 90,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    six: 6,
    sept: 7,
    huit: 8,
    neuf: 9,
  },
  multipliers: { cent: 100, cents: 100, mille: 1000, k: 1000 },
  introductions:
    'je m appelle, m appelle, mon nom est, mon prénom est, nom :, je me nomme, moi c est, appelle moi, appelez moi',
  beforeNames: `monsieur madame mme mlle dr bonjour salut cher chère cordialement suis fille fils frère sœur ami amie`,
  owners:
    'adresse/numéro/téléphone/mail/compte/passeport de/d, mot de passe de/d, lettre à, mail à, au nom de',
  titles: 'monsieur madame mme mlle mademoiselle mr dr prof docteur professeur',
  containers: `sac/sachet/paquet/boite/bouteille/pot/tube/paire/lot/jeu/set/kilo/kg/gramme/grammes/livre/litre/litres/tasse/verre de/d,
    paires/bouteilles/boites/paquets/kilos/sachets/pots de/d, une/la sorte/variété de/d`,
  interests: `aime, adore, passionné/passionnée de/par, fan de, collectionne, pratique, fait du, fait de la, joue au, joue du, joue à`,
  instead: 'plutôt, à la place, et pour, et si c était',
};
