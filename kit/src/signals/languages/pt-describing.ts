/** Materials, colours, forms, uses, places and sports: words behind the name of a thing, of Portugal and of Brazil. */
export const describing = `
  abdominal aberto aço acessível acolchoado acrílico acústica acústico adaptável adesivo adolescente adulto aeróbico
  ajustável alça alemã alemão algodão alimentar alta alto alumínio amadeirado amador amanteigado amarela amarelas
  amarelo amarelos ambiente americana americano amortecimento ampla amplo analógica analógico ancha antiaderente
  antiderrapante antiga antigas antigo antigos antialérgico antibacteriano antitranspirante apertado aquecida aquecido
  aquática aquático ar areia aro árabe artesanal artesanais articulado artificial assado automática automáticas
  automático automáticos automotivo azul azuis baixa baixo bambu banheiro banho barba barbear básica básico bege
  biológica biológico biológicos blindada blindado bluetooth bolso bordado bordeaux branca brancas branco brancos
  brasileira brasileiras brasileiro brasileiros brilhante bronze cabine cabo cachemira café calor camurça camelo
  canelada caneta carga cardio caseira caseiras caseiro caseiros castanha castanho casual cerâmica cetim chef chão
  chumbo chuva cidade cinza cinzenta cinzento clara claro clássica clássicas clássico clássicos cobre coco colorida
  colorido coloridos compacta compactas compacto compactos compatível completa completo comprida comprido concreto
  condicionado confortáveis confortável congelado conjunta contemporânea contemporâneo contínuo convencional cor
  cordas cores corpo corporal corrente corrida cortante cortiça couro cozinha cozinhar creme criança crianças cru crua
  crochê cruelty-free curta curtas curto curtos curva curvo cítrico decorativa decorativas decorativo decorativos
  delicada dental desbloqueado descafeinado descartáveis descartável desidratado desmontável desportiva desportivas
  desportivo desportivos diabéticos digital digitais dobráveis dobrável doce dois doméstica doméstico dormir dourada
  dourado dupla duplo dura duradouro duro duráveis durável ecológica ecológicas ecológico ecológicos económica económico
  econômica econômico elegante elétrica elétricas elétrico elétricos eletrônica eletrônico eletrónica eletrónico elástica
  elástico embutido embutida emborrachado empilhável encaracolado ergonômica ergonômico ergonómica ergonómico escolar
  escolares escritório escura escuro espanhol espanhola especiais especial espuma esportiva esportivas esportivo
  esportivos estampada estampado estofada estofado estreita estreito estudante estudar exterior externa externas externo
  externos extensível extra facial família familiar feminina femininas feminino femininos ferro fibra filtrada fina
  finas fino finos fitness fixa fixo flanela flexível floral forrada forrado forte francesa francês fresca fresco
  frontal fria frio fumado gamer gaming ganga gás gel geriátrica gigante gluten glúten gourmet grande graduada graduados
  granulado grávida grávidas grossa grosso gym hidratante hidráulico hipoalergênico hipoalergénico homem homens
  humano idosa idoso idosos impermeáveis impermeável importado inclinável individual indução industrial infantil
  infantis inflável infláveis infravermelho inglesa inglês inox inoxidável insuflável integral inteligente inteligentes
  interior interiores interna interno inverno iluminada italiana italiano jantar japonesa japonês jardim jeans jovem
  juvenil lã lactose laranja largo larga laser látex lateral lavável lavanda led leve leves linho lisa liso lisos
  litro litros lã-merino longa longas longo longos lowcost luxo macia macio macias madeira magnética magnético mágico
  malha manhã manual manuais maratona marinha marrom masculina masculinas masculino masculinos médica médico médio média
  merino mesa metal metálica metálico metálicos microfibra militar mineral minimalista mini moderna moderno modernos
  modular móveis molas montanha motor motorizado mulher mulheres multifuncional multifunções multiúso musical mármore
  natação natural naturais nacional negra negro neutra neutro nórdica nórdico noite noturna noturno novas novo nylon
  náilon óleo oleosa olímpico ondulado orgânica orgânicas orgânico orgânicos ortopédica ortopédicas ortopédico
  ortopédicos ouro outono ovais oval pano panorâmica papel parede particular particulares passeio pele pelo pelúcia
  penas pequeno-almoço perfumada personalizada personalizadas personalizado personalizados pessoal pesada pesado pinho
  planejada plana plano plástico plus poliéster polida porcelana portuguesa portuguesas português portugueses portáteis
  portátil potente prata prateado premium presencial preta pretas preto pretos primavera privado profissional
  profissionais profunda programável prova protetora próprio quadrada quadrado quadriculado queimado quente quentes
  química rápida rápido rasa rasteira recarregáveis recarregável reciclado reciclada reclinável recondicionado
  recém-nascido redonda redondas redondo redondos reforçada reforçado refrigerada reguláveis regulável remoto
  reposição residencial resistente resistentes respirável respiráveis retangular retrátil retrô reutilizável
  reutilizáveis reversível robusta robusto rosa rosê rosé rosto roxa roxo ruído russa rústica rústico sala sarja
  saudáveis saudável seca secas seco secos seda segunda-mão sem-fio semi-automática semiautomática sensível sensíveis
  serrilha silencioso silenciosa silencioso silicone simples simples sintética sintético size slim slim-fit smart sol
  solar solares solteiro social sociais sofisticada sonora suave suaves subaquática suspensa sustentável suíço sólida
  tamanho tática tático tecido telescópica telescópico temperado térmica térmicas térmico térmicos têxtil titânio
  tomate trabalhar trabalho tradicional tradicionais transparente transparentes treino treinar treliça trekking trilha
  trilho tripla tropical ultra ultraleve único universal universais unissex unisex universitário urbana urbano usada
  usadas usado usados vapor vegan vegana veganas vegano veganos vegetal vegetais vegetariana vegetariano veludo verão
  verde verdes vermelha vermelhas vermelho vermelhos vertical viagem vidro vinil vintage violeta virtual vista vácuo
  wifi zero zinco água água-quente ótica óptica`;
