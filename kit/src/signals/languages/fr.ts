import { describing } from './fr-describing.ts';
import type { LanguageFile } from './language.ts';

export const fr: LanguageFile = {
  code: 'fr',
  letters: 'àâæçéèêëîïôœùûü',
  joiners: 'de du d à au aux en',
  idioms: `en ce moment, tout à fait, en cas de, bon marché, bien sûr, par exemple, mot de passe, en ligne, mon mail`,
  stop: `sent éteint mets parle reçu facture offrir apprendre savoir comprendre jouer dépenser dépense mort balles vs versus a à abord absolument acheter achète achat acheté afin ai aide aider aille ailleurs aime aimerais ainsi aller alors
    après arnaque as assez au aucun aucune aujourdhui auquel aussi autour autre autres aux avant avec avez avoir avons
    ayant beau beaucoup besoin bien bon bonjour bonne bonnes bons bonsoir but c ça car ce cela celle celles celui cent
    ces cet cette ceux chaque cher chers chère chères cherche chercher cherchons chez choisir ci combien comme commande commander comment
    compte connaissez connais contre conseille conseiller conseillez conseils côté coup coûte coûter coûtent d dans de demain depuis dernière des dès deux devez devrais dis
    dit dois doit doivent donc donner dont  du déjà elle elles en encore enfin entre environ es est et étais était
    été être eu eur euro euros eux fait faire fais faut faudrait fera fois font g gars général génial grand grande gros grosse h
    hello hier homme femme ici idée il ils impossible j jai jamais je jour jours jusqu jusque juste l la là laquelle le lequel les
    lesquels leur leurs lieu lui m ma maintenant mais mal marche marchent max maximum maxi me même mêmes merci mes mettre meilleur meilleure meilleurs meilleures
    mieux mille minimum moi moins mois moment mon montre-moi montrez monsieur madame n ne nécessaire neuf neuve ni non nos notre nous nouveau nouveaux nouvel
    nouvelle nouvelles nul on ont ou où oui par parce pareil parfait parfois pas passe pendant pense petit petite petits petites peu peut peux peuvent
    plus plusieurs plutôt pour pourquoi pourrais pourriez pouvez pouvoir prends prendre prendrai près prix propose proposer puis qu quand que
    quel quelle quelles quels quelqu quelque quelques qui quoi recommande recommander recommandez recommandation rien s sa sais sans sauf se semaine
    selon sera serait ses seulement si s'il soit son sont sous souvent suis suite sur sûr svp salut t ta te tel tellement temps tes toi ton toujours
    tous tout toute toutes travail très trop trouve trouver tu un une vais vaut vas vendez vers veut veux vite voici voilà voir vos votre voudrais voulais voulez
    vous vrai vraiment vu y année ans autant bas cest quil nai avais super promo promos promotion solde soldes pris paie payer payé légère léger possible
    dire veut mot différence fonctionne explique écris traduis phrase panne colis toujours arrivé retourner connecter cuire magasin genre sorte type`,
  notGoods: `poème recette recettes idée idées aide blague histoire texte lettre nom conseil conseils réponse explication
    traduction résumé temps météo boulot ami pause compte colis commande abonnement remboursement argent capitale
    théorie mot phrase question travail envie problème livraison moment`,
  people: `mère père maman papa femme mari copine copain fille fils frère sœur enfant enfants bébé amie ami parents
    conducteur étudiant étudiants débutant chiot indépendant homme grand-mère`,
  parts: 'machine appareil pompe box location panneau fer',
  describing,
  softeners: `un une des le la les l du de d nouveau nouvelle nouveaux nouvel bon bonne bons bonnes meilleur meilleure petit
    petite grand grande mon ma mes me nous moi vraiment`,
  prepositions: 'pour avec dans sur chez en sans par sous',
  request: `cherche, cherchons, recherche, besoin d/de, il me/nous faut, faudrait, voudrais, veux, aimerais, acheter,
    recommander, recommandez, recommande, conseiller, conseille, montre moi, montrez moi, bonne, bon, meilleur,
    meilleure, meilleurs, quel, quelle, quels, quelles, promos/promo/soldes sur, combien coûte/coûtent, y a il,
    avez vous, vous avez, vendez vous, où acheter, où trouver, alternative à, un, une, des`,
  mild: 'bonne bon meilleur meilleure meilleurs quel quelle quels quelles un une des',
  intents: {
    support_request: {
      strong: `été débité/facturé, débité deux fois, ma réservation/facture/livraison, pourquoi mon/ma, échange, renvoi,
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
      strong: `ne sais pas si, rentable, sceptique, méfie, inconvénients, à ce prix, pour ce prix, plus tard peut-être,
        non merci, pas intéressé/intéressée, et si, pourquoi si cher, gadget, surcoté, j hésite, peur que, douteux,
        j en ai vraiment besoin, en ai vraiment besoin, autant d argent, parle à ma/mon, parler à ma/mon, du vol,
        hors de prix, me fait peur, exagéré, trop cher, trop chère, trop d argent, vaut le coup,
        vaut vraiment le coup, vaut la peine, ça vaut, pas sûr, pas sûre, arnaque, fiable, hors budget,
        pas les moyens, je vais réfléchir, réfléchir, pas convaincu, pas convaincue, vraiment besoin, mauvais avis,
        pas confiance, hésite`,
      weak: 'cher, doute, doutes',
    },
    comparison: {
      strong: `plutôt * ou, qu est ce qui est, lequel consomme/dure/coûte, revient moins cher, vs, versus, différence entre,
        différence, différences, comparer, compare, comparaison, comparatif, comparé à, meilleur que, mieux que,
        lequel est, laquelle est, lequel des, lequel, laquelle, est mieux, par rapport à, alternative à,
        alternatives, avantages et inconvénients`,
      weak: 'mieux, alternative',
    },
    purchase_inquiry: {
      strong: `il nous faut, on a besoin, nous manque, cherche, cherchons, recherche, acheter, achat, commander,
        je commande, recommander, recommandez, recommandes, conseiller, conseillez, conseilles, combien coûte,
        combien coûtent, quel prix, à quel prix, promo, promos, soldes, pas cher, pas chère, pas chères, pas chers,
        moins cher, réduction, en stock, montre moi, avez vous, vous avez, vendez vous, je le prends, je la prends,
        je les prends, je prends, je paie, payer, au panier, besoin d un/une, besoin de, il me faut,
        voudrais un/une/des, veux un/une/des, aimerais un/une/des, cadeau pour, quel/quelle/quels/quelles * choisir`,
      weak: `voudrais, veux, meilleur, meilleure, choisir, en noir, en rouge, plus petit, bonne, bon`,
    },
    information_seeking: {
      strong: `comment faire, comment on, comment fait on, qui a, veux/voudrais/aimerais apprendre/savoir/comprendre,
        c est quoi, comment fonctionne, comment ça marche, que veut dire, que signifie, veut dire, pourquoi,
        combien de temps, combien de, qui est/a/était, quand est/a, explique, expliquez, écris, traduis, traduire,
        résume, raconte, quel temps, capitale, recette, la météo`,
      weak: 'qu est, quelle est la/le, quel est le/la, comment, que, qui, quoi, est ce',
    },
  },
  trouble: `cassé cassée brûlé fuit panne bloqué bloquée manque manquait déchiré abîmé abîmée retard rayé clignote surchauffe
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
  questions: 'est sont peut puis as',
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
    maxAfter: `maximum, max, maxi, au maximum, au plus, ou moins, grand maximum, de budget, à dépenser, pas plus`,
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
