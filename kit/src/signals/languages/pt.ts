import type { LanguageFile } from './language.ts';
import { describing } from './pt-describing.ts';
import { intents } from './pt-intents.ts';

/** Of Portugal and of Brazil. */
export const pt: LanguageFile = {
  code: 'pt',
  letters: 'áâãàçéêíóôõúü',
  joiners: 'de do da dos das para pra',
  idioms: `em/para/pro inglês/francês/alemão/italiano/português/chinês/japonês/russo/coreano/árabe/espanhol, na tv,
    na praia, fim de semana, por exemplo, de verdade, em conta, por favor, de qualquer forma, de momento,
    mais ou menos, em linha, em casa, lá em casa, para casa, pra casa, tenho a certeza, com certeza, de certeza,
    de novo, à mão, de fato, de facto, ao ponto, faz parte, em ponto, conta própria, por conta, dar conta, na conta,
    a vida toda, linha de apoio, atendimento ao cliente, apoio ao cliente, serviço de apoio, bom jogo, faz sentido,
    de cor, na prática, em jogo, a par, boa noite, bom dia, boa tarde, no caso, nesse caso, em causa, por causa,
    hora de, na hora, em cima da hora`,
  stop: `algo alguém algures adequada adequado agora ajudem alcançar aliás apesar aproveitar arrumar atenção atual
    bastantes breve cadê calma capaz chamar chegar combinar comecei começar conseguem consegue considerar contar
    continua continuar continuo correto criar cuidado daí daqui dali decidir deixar demora depende depressa desejo
    desse devagar diga digam dificuldade disponível dúvida efeito eis enfim ensinar entender entendi entrar entregar
    enviar errado escolher especial especialmente espera esperar esperava esquecer estar estava estavam estão evitar
    existe existem experimentar explicar faltam farei ficam ficaria ficava finalmente ganhar gostas grave guardar
    haver houve importa importante incrível indispensável indo infelizmente inteiro inteira jeitinho jogou juro
    lembrar ligar louco lugar mandar mantém maioria melhorar menino mesmo metade meter mostrar mudar mundo necessário
    ninguém normal normalmente obviamente oferecer oferecem oferecer-lhe olha olhar opção opções opinião pareceu
    passar pedir pensar perder perceber percebo perguntar pergunta permite pior pessoal podemos ponho possível
    preferia prefere prefiro presta principalmente provavelmente próprio próprios próxima puder quaisquer quiseres
    quieto rapidamente razão receber reparar responder resto resultado sabia saber saiu seja sejam sentir seriam
    servir significa simplesmente sinceramente sinto sozinho sozinha sugerir talvez tentar tentei terminar tomar
    totalmente trazer tratar tivesse utilizar vejo vendo vendo venho vestir-me vezes viste vinha voltei único únicas
    útil aceita aceitam aceite aceitem atende atendem atendeu caiba cabe caber passe passa passam dure dura durem
    venha venham vende vendem quer queira quando trocar troco troca trocou mandaram mandou mandei fiquei ficava deixou
    deixa deixar tirou tirei achei achava acho pensei pensava começar começo comecei comecou ajudem ajuda-me digam
    alguem oie oiee opa eae eai tchau kkk kkkk rs rsrs porfavor fixe a abaixo aberto acaba acabei acabou aceita acha
    achas acho acima aconselha aconselham aconselhas acontece adoro adoraria aguento aguenta aí ainda ajuda ajudar
    além alguém alguma algumas algum alguns ali alguma alto alugar amanhã amiga amigo amo anda ano anos anda ante
    antes ao aos apanhar apenas após aprender aquela aquele aquilo aqui arranjar as assim até atrás através bacana
    baixo barata baratas baratinha baratinho barato baratos bastante bem boa boas bom bons bonita bonito busca
    buscando busco cada cara caras caro caros casal caso cem certeza certo chama chamo chega chegar chegou claro coisa
    coisas com comigo como compensa compra comprar compramos compraria comprei compro compre conhece conheces conhecem
    conhecer connosco conosco consigo conta contigo contra contudo conseguir costumo cujo custa custam custar custe
    custo cê da dá dado dão dar das daquele dele deles dela delas de demais demasiado dentro depois desde dessa dessas
    desse desses desta deste destes devagar deve devem dever deveria devia devo dia dias diferença diferente dinheiro
    disse disso disto dito diz dizem dizer do dois dos duas duma dum durante e é ela elas ele eles em embora encontrar
    enquanto então entra entre era eram és essa essas esse esses esta está estamos estão estar estas este esteja estes
    estilo estive estou eu eur euro euros eventualmente exemplo explica explique fácil faço fala falar falta faltam
    faz fazem fazer fazes favor fica ficar fico ficou fim fiz foi fomos for fora forma foram fosse frase fui funciona
    funcionam gastar gasto genial gente geral gosta gostam gostaria gostava gostei gosto grande grandes gratis grátis
    há haja havia hoje hora horas ia ideal igual indica indicação indicam indicar inclusive ir isso isto já jamais
    jeito junto la lá legal leva levar lhe lhes ligação linda lindo lo logo lugar ma mais mal manda mande mandar manhã
    mas maneira mau má maior maiores marca me meio melhor melhores menor menos mesma mesmas mesmo mesmos meter meu
    meus mil mim minha minhas mínimo moro mostra mostre mostrar mostra-me muita muitas muito muitos máximo na nada não
    nao nas naquele nele nela nem nenhum nenhuma ninguém no nos nós nossa nosso nova novas novo novos num numa nunca o
    ó obrigada obrigado oferta ofertas oi ola olá onde ontem oque os ou outra outras outro outros ótima ótimo óptimo
    paga pagar pago para parece parecer parte partir passa pedi pedir peço pega pegar pelo pelos pela pelas pena
    pensando pensar pequena pequeno pequenos perto pode podem poder poderia podes podia poderiam pois põe pôr por
    porém porque porquê posso pouca pouco poucos pra pras prático precisa precisam precisamos precisando precisar
    precisava preciso preço preços prefiro primeira primeiro pro procura procuramos procurando procurar procuro pros
    próximo pude pô qual quais qualquer quando quanta quanto quantos quantas quase que quê quem queremos querem quer
    querer queres queria queríamos quero queria quiser real realmente recebi recomenda recomendação recomendações
    recomendam recomendar recomendas recomende rápido reais sabe sabem saber sabes sai são se seguinte segundo sei
    seja sem sempre senão sendo ser será seria serve seu seus si sido sim simples sinto só sobre somente somos sou sua
    suas sugere sugerem sugeres sugestão sugestões sugestao suma sumiu tá tal também tampouco tanta tanto tão tarde te
    tem têm temos tempo tenha tenho ter tens teria teu teve ti tinha tipo tira tirar tive toda todas todo todos topo
    tô trabalha traduz trata tu tua tudo um uma umas uns urgente usa usar uso usou vai vais valer vale vamos vão
    várias vários vê veio vem ver verdade vez vezes vi vida vir virou você vocês vc vcs volta voltar vos vós vou
    versus vs x à às é óbvio último última q pq tb tbm td oq blz vlw msm cm mto mt dps hj`,
  notGoods: `poema receita receitas ideia ideias ajuda piada história texto carta nome conselho conselhos dica dicas
    resposta explicação tradução resumo tempo trabalho amigo conta senha palavra-passe encomenda pedido assinatura
    reembolso dinheiro capital teoria palavra frase pergunta problema envio diferença fraude decepção desilusão origem
    causa`,
  people: `mãe pai mamãe papai mulher marido esposa esposo namorada namorado filha filho filhos filhas irmão irmã
    irmãos criança crianças menino menina bebê bebé amiga amigo pais avó avô avós sogra sogro neto neta sobrinho
    sobrinha tio tia primo prima colega chefe motorista condutor estudante estudantes iniciante iniciantes
    principiante filhote cachorro cão gato autônomo idoso idosos aluno família casal gente pessoa pessoas galera miúdo
    miúda miúdos rapaz moça`,
  parts: 'bomba fita saco protetor capa suporte apoio kit conjunto jogo caixa peça tampa',
  describing,
  softeners: `um uma uns umas o a os as novo nova novos novas bom boa bons boas melhor melhores pequeno pequena grande
    meu minha meus minhas me nos de algum alguma alguns algumas outro outra esse essa este esta aquele aquela tal tipo
    qualquer`,
  prepositions: `para pra pro com em no na nos nas num numa sobre por pelo pela sem a ao à desde que quando porque
    dentro até entre como se onde contra`,
  request: `falta, faz falta, procuro, procuramos, procurando, à procura de, estou à procura de, busco, buscando,
    em busca de, preciso, preciso de, precisamos, precisamos de, precisando de, precisava de, quero, queremos, queria,
    queríamos, gostaria de, gostava de, adoraria, comprar, compro, comprar um/uma, arranjar, encontrar, recomendas,
    recomenda, recomendam, recomende, recomendação de, recomendações de, sugere, sugeres, sugerem, sugestão de,
    sugestões de, indica, indicam, indicação de, aconselha, aconselhas, aconselham,
    me indica/indiquem/recomenda/recomendem/sugere, mostra, mostra-me, me mostra, mostre, bom, boa, bons, boas,
    melhor, melhores, que, qual, quais, ofertas de, oferta de, promoção de, quanto custa/custam, quanto é/sai, há,
    tem, tens, têm, vocês têm, vendem, vende, onde comprar, onde compro, onde encontro, onde encontrar,
    onde posso comprar, alternativa a/ao/à, aluguel de, aluguer de, orçamento para, dica de, dicas de, queria um/uma,
    pensei em, pensando em, que tal um/uma, quem sabe um/uma/uns/umas, peço, trocar de`,
  mild: 'bom boa bons boas melhor melhores que qual quais ha tem tens mostra indica sugere falta encontrar peco',
  intents,
  trouble: `partido partida partiu quebrado quebrada quebrou queimado queimada queimou vaza vazando entupido falta
    faltava rasgado rasgada rasgou danificado atraso riscado riscada pisca esquenta bloqueado erro perdido rachado
    rachada avariado avariada estragado estragada estragou travando trava travou desliga desligou pifou parou descolou
    desfez-se soltou`,
  definite:
    'meu minha meus minhas nosso nossa nossos nossas o a os as este esta esse essa vosso seu sua velho velha',
  comparatives: 'mais menos melhor pior maior menor',
  behaviours: {
    urgency: `hoje, esta noite, hoje à noite, amanhã, esta semana, este fim de semana, urgente, urgentemente, rápido,
      já, agora mesmo, para ontem, pra ontem, antes de sexta/sábado/domingo/segunda, até sexta/sábado/domingo/segunda,
      o quanto antes, quanto antes, o mais rápido possível, ainda hoje`,
    deal_seeking:
      'oferta, ofertas, desconto, descontos, promoção, promoções, saldos, pechincha, cupom, cupão, liquidação, black friday',
    price_sensitive:
      'barato, barata, baratos, baratas, baratinho, baratinha, mais barato, mais em conta, em conta, econômico, económico, acessível',
    gift: `presente, presentes, prenda, prendas, aniversário, natal, dia da mãe, dia das mães, dia dos pais,
      dia do pai, dia dos namorados, amigo secreto, amigo oculto`,
    ready_to_buy: `vou levar, fico com ele/ela/este/esta/esse/essa, fico com, vou comprar, eu compro,
      quero esse/essa/este já, adicionar ao carrinho, no carrinho, como pago, como posso pagar, como eu pago,
      fechar o pedido, fazer a encomenda, finalizar a compra, pode mandar, aceita pix, passa o link`,
    where_to_buy: `onde comprar, onde compro, onde posso comprar, onde encontro, onde encontrar, onde vende,
      onde vendem, quanto custa, quanto custam, quanto sai, quanto é, qual o preço, em stock, em estoque`,
  },
  topicChange: `outra pergunta, outra coisa, outro assunto, a propósito, já agora, por sinal, esquece, esqueça,
    deixa pra lá, deixa lá, não importa, não obrigado, não obrigada, mudando de assunto`,
  references:
    'isso isto este esse essa esses essas eles elas mesmo mesma mesmos mesmas mais menos ele ela deles delas aquele aquela outro outra',
  comparing: { or: 'ou vs versus x', between: 'entre', and: 'e', than: 'que' },
  questions: 'é são pode posso há tem será dá existe existem',
  excludes: `já comprei, exceto, excepto, menos, salvo, tirando, em vez de, em lugar de, ao invés de, já tenho,
    já tem, nada de, sem ser, que não seja, que não sejam, fora`,
  negators: 'não nao sem exceto excepto salvo nada nunca nem nenhum nenhuma jamais',
  wishes: 'de do da o a os as com um uma quero queria em seja gosto preciso',
  feelings: {
    positive: `adoro, adorei, amo, amei, excelente, fantástico, fantástica, maravilhoso, maravilhosa, muito obrigado,
      muito obrigada, feliz, contente, animado, animada, encantado, encantada, empolgado, espetacular, apaixonado,
      apaixonada, satisfeito, satisfeita, 😊, 😍, 👍, ❤`,
    negative: `ninguém me, queimado, tanto dinheiro, um roubo, de atraso, odeio, detesto, horrível, terrível, péssimo,
      péssima, ruim, mau, má, farto, farta, cansado, cansada, decepcionado, decepcionada, desiludido, desiludida,
      decepção, desilusão, chateado, chateada, irritado, irritada, furioso, triste, partido, partida, quebrado,
      quebrada, quebrou, não funciona, não funcionam, não presta, não chegou, não consigo entrar/acessar/aceder,
      caro demais, demasiado caro, muito caro, fraude, golpe, burla, vergonha, uma vergonha, merda, bosta, lixo,
      porcaria, nojo, preocupado, preocupada, desastre, estressado, stressado, que raiva, que droga, só enrola,
      saco cheio, 😡, 😢, 😭, 👎`,
    praise:
      'ótimo, ótima, óptimo, perfeito, perfeita, bem, bom, boa, obrigado, obrigada, legal, show, fixe, massa, bacana, top, valeu, maravilha',
  },
  price: {
    max: `não mais caro/cara de/que, não mais do que, menos de, menos do que, por menos de, de menos de, abaixo de,
      abaixo dos, até, até aos, até uns, até no máximo, máximo, máximo de, max, no máximo, ao máximo, não mais de/que,
      inferior a, não ultrapasse, não ultrapasse os, que não passe de/dos, não passe de/dos, sem passar de/dos,
      teto de, a no máximo, quando muito, <, ≤, < =, limite de, mais barato que, mais barata que, mais baratos que,
      mais baratas que, mais barato do que, mais em conta que, não superior a, não custe mais de/que, custe até,
      que custe até, na faixa até, na casa até`,
    min: `mais de, mais do que, a partir de, a partir dos, pelo menos, mínimo, mínimo de, no mínimo, desde, acima de,
      acima dos, superior a, não menos de/que, >, ≥, > =`,
    maxAfter: `no máximo, máximo, max, ou menos, quando muito, de orçamento, de máximo, de limite, para gastar,
      pra gastar, de teto, tops`,
    minAfter: 'ou mais, mínimo, no mínimo, pelo menos, para cima, pra cima, em diante, +',
    budget: `orçamento, orçamento de, orçamento é de, orçamento é, meu orçamento, gastar, gastar até, gastar uns,
      verba, verba de, budget, budget de`,
    have: 'tenho, temos, só tenho, só temos, disponho de',
    between: 'entre, de, desde, entre os, dos, na faixa de, faixa dos',
    to: 'a, -, –, até, ate, aos, ou',
    and: 'e, a, -, –, e os',
    about: `uns, umas, cerca de, aproximadamente, perto de, mais ou menos, ~, quase, em torno de, por volta de,
      à volta de, na casa dos, na faixa dos, na faixa de, coisa de`,
    aboutAfter:
      'mais ou menos, aproximadamente, aprox, ou por aí, e poucos, e tal, e tantos, por aí',
    fillers: 'de é : = os uns r cerca',
    told: 'paguei, pago, pagava, pagou, ganho, ganha, custou, custava, cobrado, cobraram, salário, ordenado, poupei, economizei, frete, portes, perdi',
    labels:
      'tamanho, nº, n, idade, número, página, versão, ano, anos, iphone, em, windows, aro, galaxy, capítulo, artigo, tenho, nível, porta, de',
    units: `km quilómetros quilômetros metros m horas hora h minutos min segundos dias dia semanas semana meses mês
      anos ano kg quilos quilo gramas g polegadas polegada cm mm gb tb litros litro l ml watts w pessoas pessoa graus
      páginas peças peça estrelas vezes por kcal noites noite lugares pares unidades cv volts v mb mbps hz lumens
      velocidades cilindradas cc m² mol mols`,
    per: 'por mês, ao mês, por ano, ao ano, por noite/pessoa/mês/dia/hora, a noite, a diária, no total, ao todo, cada, o quilo, por quilo',
  },
  numbers: {
    dez: 10,
    quinze: 15,
    vinte: 20,
    trinta: 30,
    quarenta: 40,
    cinquenta: 50,
    cinqüenta: 50,
    sessenta: 60,
    setenta: 70,
    oitenta: 80,
    noventa: 90,
    cem: 100,
    cento: 100,
    duzentos: 200,
    trezentos: 300,
    quatrocentos: 400,
    quinhentos: 500,
    seiscentos: 600,
    setecentos: 700,
    oitocentos: 800,
    novecentos: 900,
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
  },
  multipliers: { mil: 1000, k: 1000 },
  introductions:
    'me chamo, chamo-me, meu nome é, o meu nome é, nome :, pode me chamar de, podes chamar-me, me chamam',
  beforeNames: `senhor senhora sr sra dr dra oi olá querido querida caro cara prezado prezada abraços cumprimentos sou
    filha filho irmão irmã amigo amiga`,
  owners: `morada/endereço/número/telefone/telemóvel/celular/email/conta/passaporte/senha/cpf de/do/da,
    carta a/para/ao/à, e-mail para, email para, em nome de/do/da`,
  titles:
    'senhor senhora senhorita sr sra srta dom dona dr dra doutor doutora prof professor professora',
  containers: `saco/sacos/saquinho/pacote/pacotes/caixa/caixas/caixinha/garrafa/garrafas/lata/latas/pote/potes/frasco/frascos/tubo/tubos/par/pares/jogo/conjunto/kit/lote/dúzia de,
    quilo/quilos/kg/kilo/kilos/grama/gramas/litro/litros/xícara/chávena/copo/rolo/rolos/barra/fatia/maço/molho/fardo/engradado de,
    pouco/montão/monte/bocado/pedaço/par/variedade de`,
  interests: `que gosta de, gosta de, gosta muito de, que adora, adora, que ama, ama, que curte, curte, fã de,
    apaixonado/apaixonada por, louco/louca por, viciado/viciada em, coleciona, pratica, joga, toca, começou a fazer,
    que faz, entusiasta de`,
  against:
    'comparado com/a/ao, comparada com/a/à, comparados com, em comparação com, frente a, em relação a/ao/à, face a, diferente de',
  instead:
    'em vez disso, ao invés disso, em lugar disso, melhor um/uma, e que tal, que tal, e se fosse, afinal prefiro, na verdade quero, mudei de ideia',
};
